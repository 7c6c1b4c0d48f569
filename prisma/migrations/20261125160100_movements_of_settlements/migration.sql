-- AlterTable
ALTER TABLE "settlements" ADD COLUMN     "movements" JSONB;

-- By hand: those of the settlements so far.
UPDATE "settlements" SET "movements" = "counted"."movements"
FROM (
  SELECT "account_id", "settlement_id", jsonb_object_agg("bucket", "total") AS "movements"
  FROM (
    SELECT "account_id", "settlement_id", "created_at" - "created_at" % 1800 AS "bucket", count(*) AS "total"
    FROM "balance_movements" WHERE "settlement_id" IS NOT NULL AND "kind" <> 'settlement' GROUP BY 1, 2, 3
  ) AS "buckets"
  GROUP BY 1, 2
) AS "counted"
WHERE "settlements"."account_id" = "counted"."account_id" AND "settlements"."id" = "counted"."settlement_id";
