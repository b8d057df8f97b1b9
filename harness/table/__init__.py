"""The table loop: asks internal and external agents for decisions, and checks their actions."""
