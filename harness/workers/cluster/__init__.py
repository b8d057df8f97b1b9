"""Workers on other machines without a shared folder: file transfer, node checks, Ray."""
