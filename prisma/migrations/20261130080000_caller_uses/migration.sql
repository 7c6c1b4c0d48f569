-- Servers tell one another how often callers come, so that limits by caller hold across them.
ALTER TABLE processes ADD COLUMN uses jsonb NOT NULL DEFAULT '{}';
