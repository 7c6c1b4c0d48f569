-- By hand: the comments that mention a person.
CREATE INDEX "comments_mentions" ON "comments" USING gin ("mentions" jsonb_path_ops) WHERE "mentions" <> '[]';
