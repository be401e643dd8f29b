"""The fact verifier: does an alternative still say the same?"""
