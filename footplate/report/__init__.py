"""What many games tell, as pages for people."""
