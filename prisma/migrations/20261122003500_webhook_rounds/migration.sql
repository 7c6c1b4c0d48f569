-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "cause" TEXT NOT NULL DEFAULT 'schedule',
ADD COLUMN     "round_at" BIGINT NOT NULL,
ADD COLUMN     "round_attempts" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "paused_at" BIGINT;

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_cause" CHECK ("cause" IN ('schedule', 'resend', 'replay', 'chaos'));

-- What is due is claimed endpoint by endpoint, so that the backlog of one is never read for another.
DROP INDEX "webhook_deliveries_due";
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("account_id", "endpoint_id", "due_at", "event_id")
  WHERE "state" = 'pending';
