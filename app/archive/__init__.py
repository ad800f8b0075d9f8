"""Archives: any number of photos, hands and labels, processed by many processes or machines."""
