"""C alone: loops over many hands, holdings and draws, compiled for what processors have."""
