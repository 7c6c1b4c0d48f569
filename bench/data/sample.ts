import type { Instance } from '#bench/instance.ts'

/** A payment of the account from the middle of its past, with searchable values. */
export type SamplePayment = {
  id: string
  order_id: string
  receipt: string
  amount: number
  email: string
  contact: string
  last4: string
  note: string
  rrn: string
}

export async function samplePayment(instance: Instance): Promise<SamplePayment> {
  const { rows } = await instance.database.pool.query<SamplePayment>(
    `SELECT payment.id, order_id, receipt, payment.amount, email, contact, last4, payment.notes ->> 'shelf' AS note,
            acquirer_data ->> 'rrn' AS rrn
     FROM payments payment JOIN orders ON orders.account_id = payment.account_id AND orders.id = payment.order_id
     WHERE payment.account_id = $1 AND payment.method = 'card' AND payment.status = 'captured'
       AND payment.created_at < (SELECT (min(created_at) + max(created_at)) / 2 FROM payments WHERE account_id = $1)
     ORDER BY payment.created_at DESC LIMIT 1`,
    [instance.accountId],
  )
  if (!rows[0]) throw new Error('There is no payment to look for.')
  return rows[0]
}
