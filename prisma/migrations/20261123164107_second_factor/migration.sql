-- CreateTable
CREATE TABLE "totp_secrets" (
    "user_id" TEXT NOT NULL,
    "secret_encrypted" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "confirmed_at" BIGINT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "totp_secrets_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,
    "used_at" BIGINT,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);
