-- The processes that serve or work, each with its last heartbeat by the database's clock.
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "works" BOOLEAN NOT NULL,
    "jobs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

-- The process that holds the claim of an idempotency key: a claim ends early when its process is dead.
ALTER TABLE "idempotency_keys" ADD COLUMN "process_id" TEXT;

-- The key that a rotated key goes back to: idempotency keys belong to the whole line.
ALTER TABLE "api_keys" ADD COLUMN "origin_id" TEXT;

WITH RECURSIVE line (account_id, id, origin_id) AS (
    SELECT first.account_id, first.id, first.id FROM api_keys first
    WHERE NOT EXISTS (SELECT 1 FROM api_keys before WHERE before.account_id = first.account_id AND before.replaced_by = first.id)
    UNION ALL
    SELECT next.account_id, next.id, line.origin_id FROM line
    JOIN api_keys before ON before.account_id = line.account_id AND before.id = line.id
    JOIN api_keys next ON next.account_id = before.account_id AND next.id = before.replaced_by
)
UPDATE api_keys SET origin_id = line.origin_id FROM line
WHERE api_keys.account_id = line.account_id AND api_keys.id = line.id AND line.origin_id <> api_keys.id;
