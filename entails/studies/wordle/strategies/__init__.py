"""Every way of guessing that the studies propose, behind one interface: a history goes in, the next guess comes out."""
