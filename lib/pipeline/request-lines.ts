import type { Query } from '#lib/database/query.ts'

/** One line of the request log: what was asked for, by whom, and how it ended. */
export type RequestLine = {
  account_id: string
  id: string
  source: 'api' | 'dashboard' | 'checkout' | 'tool'
  method: string
  path: string
  operation: string | null
  status: number
  duration_ms: number
  actor_kind: string
  actor_id: string
  actor_name: string
  /** The X-Request-Id that the client sent. */
  client_request_id: string | null
  idempotency_key: string | null
  replayed: boolean
  ip: string | null
  user_agent: string | null
  object_id: string | null
  error_reason: string | null
  error_field: string | null
  request_headers: string | null
  response_headers: string | null
  request_body: string | null
  response_body: string | null
  created_at: number
}

const TYPES: Record<keyof RequestLine, 'text' | 'int8' | 'bool' | 'jsonb'> = {
  account_id: 'text',
  id: 'text',
  source: 'text',
  method: 'text',
  path: 'text',
  operation: 'text',
  status: 'int8',
  duration_ms: 'int8',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  client_request_id: 'text',
  idempotency_key: 'text',
  replayed: 'bool',
  ip: 'text',
  user_agent: 'text',
  object_id: 'text',
  error_reason: 'text',
  error_field: 'text',
  request_headers: 'jsonb',
  response_headers: 'jsonb',
  request_body: 'text',
  response_body: 'text',
  created_at: 'int8',
}
const COLUMNS = Object.keys(TYPES) as (keyof RequestLine)[]

/** One text for any number of lines, a column a value, so that the server plans it once. */
const INSERT = `INSERT INTO request_logs (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((name, index) => `$${index + 1}::${TYPES[name]}[]`).join(', ')})`

export async function insertRequestLines(query: Query, lines: RequestLine[]): Promise<void> {
  await query(
    INSERT,
    COLUMNS.map((name) => lines.map((line) => line[name])),
  )
}
