-- CreateTable
CREATE TABLE "export_schedules" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "columns" TEXT[],
    "format" TEXT NOT NULL,
    "head" BOOLEAN NOT NULL,
    "frequency" TEXT NOT NULL,
    "weekday" INTEGER NOT NULL,
    "month_day" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "recipients" TEXT[],
    "next_at" BIGINT NOT NULL,
    "paused_at" BIGINT,
    "pause_reason" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "export_schedules_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "scheduled_exports" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "from_at" BIGINT,
    "to_at" BIGINT,
    "status" TEXT NOT NULL,
    "problem" TEXT,
    "row_count" BIGINT,
    "size" BIGINT,
    "object" TEXT,
    "sent_to" TEXT[],
    "leased_until" BIGINT NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "expires_at" BIGINT,

    CONSTRAINT "scheduled_exports_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "export_schedules_next_at_idx" ON "export_schedules"("next_at");

-- CreateIndex
CREATE INDEX "scheduled_exports_account_id_created_at_id_idx" ON "scheduled_exports"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_exports_account_id_schedule_id_due_at_key" ON "scheduled_exports"("account_id", "schedule_id", "due_at");

-- By hand: what the rules rest on.
ALTER TABLE "export_schedules"
    ADD CONSTRAINT "export_schedules_timing" CHECK (
        "frequency" IN ('daily', 'weekly', 'monthly') AND "weekday" BETWEEN 1 AND 7
        AND "month_day" BETWEEN 1 AND 28 AND "hour" BETWEEN 0 AND 23);

ALTER TABLE "scheduled_exports"
    ADD CONSTRAINT "scheduled_exports_status" CHECK (
        "status" IN ('pending', 'ready', 'failed')
        AND ("status" <> 'ready' OR ("object" IS NOT NULL AND "size" IS NOT NULL AND "expires_at" IS NOT NULL)));
