"""Workers on other machines, which share no folder with this one: what travels, who is fit, Ray."""
