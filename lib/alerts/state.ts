import type { Columns, Query } from '#lib/database/query.ts'
import type { alerts } from '#lib/generated/prisma/client.ts'
import { newId } from '#lib/values/id.ts'
import { HOUR } from '#lib/values/time.ts'
import type { AlertCondition } from './conditions.ts'

/** One that no process has looked at for so long is over: its machine or its acquirer is gone. In seconds. */
const FORGOTTEN_AFTER = HOUR

export type ActiveAlert = Columns<alerts, 'id' | 'looked_at'> & Pick<AlertCondition, 'name' | 'subject'>

/** The alerts that have begun and not ended. */
export async function activeAlerts(query: Query): Promise<ActiveAlert[]> {
  const { rows } = await query<ActiveAlert>(
    'SELECT id, name, subject, looked_at FROM alerts WHERE ended_at IS NULL ORDER BY began_at, id',
    [],
  )
  return rows
}

/** Begins an alert, or notes that it goes on. @returns whether this process began it: of several, one does */
export async function beginAlert(query: Query, condition: AlertCondition, now: number): Promise<boolean> {
  const { name, subject, summary } = condition
  const { rows } = await query<{ began: boolean }>(
    `INSERT INTO alerts (id, name, subject, summary, began_at, looked_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (name, subject) WHERE ended_at IS NULL DO UPDATE
     SET looked_at = GREATEST(alerts.looked_at, EXCLUDED.looked_at), summary = EXCLUDED.summary
     RETURNING xmax = 0 AS began`,
    [newId('alert', now * 1000), name, subject, summary, now],
  )
  return rows[0]?.began === true
}

/** @returns whether this process ended it */
export async function endAlert(query: Query, id: string, now: number): Promise<boolean> {
  const { rows } = await query(
    'UPDATE alerts SET ended_at = GREATEST($2, looked_at) WHERE id = $1 AND ended_at IS NULL RETURNING 1',
    [id, now],
  )
  return rows.length > 0
}

export function isForgotten({ looked_at }: ActiveAlert, now: number): boolean {
  return Number(looked_at) < now - FORGOTTEN_AFTER
}
