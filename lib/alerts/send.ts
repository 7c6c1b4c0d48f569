import { request } from 'undici'
import type { Columns, Query } from '#lib/database/query.ts'
import { ALERT_TITLES, type AlertName } from '#lib/domain/health/schema.ts'
import { emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import type { alerts } from '#lib/generated/prisma/client.ts'
import { type Mailer, MailRejected } from '#lib/ports/mail.ts'
import { log } from '#lib/process/log.ts'
import { DAY } from '#lib/values/time.ts'
import { publicAgent } from '#lib/webhooks/connect.ts'

/** Seconds that a process has for sending, and after which a channel that failed is tried again. */
const TAKEN_FOR = 120
const AGAIN_AFTER = 300
/** How long a beginning or an end is tried, in seconds. */
const TRIED_FOR = DAY
/** The limit of one request to ALERT_URL, in milliseconds. */
const TIMEOUT_MS = 10_000

export type Channels = {
  mailer: Mailer | null
  emails: readonly string[]
  url: string | null
  /** Private networks that the operator allows. */
  networks: readonly string[]
  /** The URL of the instance, by which the receiver knows which one it is. */
  baseUrl: string
}

type Row = Columns<
  alerts,
  'id' | 'summary' | 'began_at' | 'ended_at' | 'began_sent' | 'ended_sent' | 'taken_until'
> & { name: AlertName }

/**
 * Sends what has begun or ended, once by each channel: one process takes a row at a time. What could not be sent is tried
 * again for a day. It needs no worker, since an alert may be that there is none.
 */
export async function sendAlerts(query: Query, channels: Channels, now: number): Promise<void> {
  const names = channelNames(channels)
  if (names.length === 0) return
  const { rows } = await query<Row>(
    `UPDATE alerts SET taken_until = $1::bigint + $2 WHERE id IN (
       SELECT id FROM alerts WHERE taken_until < $1 AND coalesce(ended_at, began_at) > $1::bigint - $3
         AND CASE WHEN ended_at IS NULL THEN NOT began_sent @> $4::text[]
           ELSE NOT ended_sent @> ARRAY(SELECT unnest(began_sent) INTERSECT SELECT unnest($4::text[])) END
       ORDER BY began_at, id LIMIT 20 FOR UPDATE SKIP LOCKED)
     RETURNING id, name, summary, began_at, ended_at, began_sent, ended_sent, taken_until`,
    [now, TAKEN_FOR, TRIED_FOR, names],
  )
  for (const row of rows) await sendOne(query, row, channels, now)
}

/** Email addresses, and `url`. */
function channelNames({ mailer, emails, url }: Channels): string[] {
  return [...(mailer === null ? [] : emails), ...(url === null ? [] : ['url'])]
}

async function sendOne(query: Query, row: Row, channels: Channels, now: number): Promise<void> {
  const { ended_at, began_sent, ended_sent } = row
  // Only those who were told of the beginning are told of the end.
  const open = channelNames(channels).filter((name) =>
    ended_at === null ? !began_sent.includes(name) : began_sent.includes(name) && !ended_sent.includes(name),
  )
  const done: string[] = []
  for (const name of open) {
    try {
      await (name === 'url' ? post(row, channels) : email(row, name, channels))
      done.push(name)
    } catch (error) {
      log().warn({ err: error, alert: row.id }, 'An alert could not be sent.')
    }
  }
  const column = ended_at === null ? 'began_sent' : 'ended_sent'
  await query(
    `UPDATE alerts SET ${column} = ${column} || $2::text[], taken_until = $3 WHERE id = $1 AND taken_until = $4`,
    [row.id, done, done.length === open.length ? 0 : now + AGAIN_AFTER, row.taken_until],
  )
}

async function email(row: Row, to: string, { mailer, baseUrl }: Channels): Promise<void> {
  const { subject, lines } = textOf(row, baseUrl)
  try {
    await mailer?.send({
      id: `${row.id}.${row.ended_at === null ? 'began' : 'ended'}`,
      to,
      subject,
      text: lines.join('\n\n'),
      html: emailHtml({ title: subject, body: lines.map((line) => paragraph(line)) }),
      images: [],
    })
  } catch (error) {
    // No retry helps; the other addresses may be right.
    if (!(error instanceof MailRejected)) throw error
    log().error({ err: error, alert: row.id }, 'The mail server rejected an alert. Check ALERT_EMAIL.')
  }
}

/** `text` is what chats show of a webhook. Only public addresses and allowed networks are reached, and no redirect followed. */
async function post(row: Row, { url, networks, baseUrl }: Channels): Promise<void> {
  const { subject, lines } = textOf(row, baseUrl)
  const agent = publicAgent(networks)
  try {
    const { statusCode, body } = await request(url ?? '', {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Counterfoil-Alerts/1' },
      body: JSON.stringify({
        id: row.id,
        name: row.name,
        status: row.ended_at === null ? 'began' : 'ended',
        summary: row.summary,
        began_at: Number(row.began_at),
        ended_at: row.ended_at === null ? null : Number(row.ended_at),
        instance: baseUrl,
        text: `${subject}\n${lines.join('\n')}`,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    body.on('error', () => undefined).destroy()
    if (statusCode < 200 || statusCode > 299) throw new Error(`ALERT_URL responded with ${statusCode}.`)
  } finally {
    await agent.destroy()
  }
}

function textOf(row: Row, baseUrl: string): { subject: string; lines: string[] } {
  const title = ALERT_TITLES[row.name]
  const at = (seconds: number | bigint) => new Date(Number(seconds) * 1000).toISOString().replace('.000', '')
  const host = new URL(baseUrl).host
  if (row.ended_at === null)
    return { subject: `${title} · ${host}`, lines: [row.summary, `Since ${at(row.began_at)} at ${baseUrl}.`] }
  return {
    subject: `Ended: ${title} · ${host}`,
    lines: [
      `This alert ended at ${at(row.ended_at)}. It began at ${at(row.began_at)} at ${baseUrl}.`,
      `It said: ${row.summary}`,
    ],
  }
}
