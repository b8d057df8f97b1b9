"""What ended hands tell of their players' style."""
