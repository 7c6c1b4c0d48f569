-- Lines that are there have no IP address, and their seals are made without one.
-- AlterTable
ALTER TABLE "audit_lines" ADD COLUMN     "ip" TEXT;
