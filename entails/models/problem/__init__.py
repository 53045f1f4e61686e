"""How people state a problem in Python: `Builder`, on which `entails.Problem` stands, and what an answer looks like."""
