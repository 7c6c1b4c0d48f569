/**
 * The authorization engine on PostgreSQL in the simplest way: one table, the payload unchanged and in the clear, one
 * statement per method. The baseline of the product's token endpoints.
 */

import { pool } from '#bench/servers/baseline-pool.ts'
import { serveEngine } from '#bench/servers/engine.ts'

await pool.query(
  `CREATE TABLE IF NOT EXISTS oidc_plain (
     kind text, id text, payload jsonb NOT NULL, grant_id text, uid text, user_code text,
     expires_at timestamptz, consumed_at timestamptz, PRIMARY KEY (kind, id)
   )`,
)
await pool.query('CREATE INDEX IF NOT EXISTS oidc_plain_grant ON oidc_plain (grant_id)')

const now = () => Math.floor(Date.now() / 1000)

await serveEngine((kind) => {
  const one = async (condition: string, value: string) => {
    const { rows } = await pool.query(
      `SELECT payload, extract(epoch FROM consumed_at)::int AS consumed FROM oidc_plain
       WHERE kind = $1 AND ${condition} = $2 AND (expires_at IS NULL OR expires_at > now())`,
      [kind, value],
    )
    const row = rows[0]
    return row && { ...row.payload, ...(row.consumed ? { consumed: row.consumed } : {}) }
  }
  return {
    async upsert(id, payload, expiresIn) {
      await pool.query(
        `INSERT INTO oidc_plain (kind, id, payload, grant_id, uid, user_code, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7))
         ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
        [
          kind,
          id,
          payload,
          payload.grantId,
          payload.uid,
          payload.userCode,
          expiresIn ? now() + expiresIn : null,
        ],
      )
    },
    find: (id) => one('id', id),
    findByUid: (uid) => one('uid', uid),
    findByUserCode: (code) => one('user_code', code),
    async consume(id) {
      await pool.query('UPDATE oidc_plain SET consumed_at = now() WHERE kind = $1 AND id = $2', [kind, id])
    },
    async destroy(id) {
      await pool.query('DELETE FROM oidc_plain WHERE kind = $1 AND id = $2', [kind, id])
    },
    async revokeByGrantId(grantId) {
      await pool.query('DELETE FROM oidc_plain WHERE kind = $1 AND grant_id = $2', [kind, grantId])
    },
  }
})
