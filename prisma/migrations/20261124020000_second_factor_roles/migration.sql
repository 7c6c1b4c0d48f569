-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "second_factor_roles" TEXT[] DEFAULT ARRAY[]::TEXT[];
