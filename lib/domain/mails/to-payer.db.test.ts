import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueBill } from '#lib/domain/bills/create.ts'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { type Mail, PAYER_KINDS, type PayerMailKind } from '#lib/domain/mails/schema.ts'
import { sendMail, sendMailAgain } from '#lib/domain/mails/send.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { sendPaymentLink } from '#lib/domain/mails/send-payment-link.ts'
import { sendReceipt } from '#lib/domain/mails/send-receipt.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchOrderTimeline, fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { minBill } from '#lib/testing/bill.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
  await instance.database.prisma.merchants.update({
    where: { id: instance.merchant.id },
    data: { brand_color: '102030', support_email: 'care@shop.example' },
  })
})
afterAll(() => instance.close())
beforeEach(() => instance.pass(2 * DAY))

const order = (more: object = {}) =>
  instance.run(createOrder, {
    amount: 125_000,
    currency: 'INR',
    receipt: `KS-${Math.random()}`,
    payment_capture: true,
    ...more,
  })
async function payment(more: object = {}) {
  const { id } = await order(more)
  const { value } = (await outcomeOf(
    instance.run(createPayment, { ...payer, order_id: id, amount: 125_000, method: 'card', card: goodCard }),
  )) as { value: { service_payment_id: string } }
  return { order_id: id, id: value.service_payment_id }
}
const mailOf = (id: string) => instance.run(getMailDetails, { id }, undefined, instance.system)
const count = async () => instance.database.prisma.mails.count()

describe('a receipt', () => {
  it('has amount, method, references, time with its zone and refunds, in the name of the merchant', async () => {
    const { id, order_id } = await payment()
    await instance.run(refundPayment, { id, amount: 25_000 })
    const sent = await instance.run(sendReceipt, { id })
    expect(sent).toMatchObject({ kind: 'receipt', object_id: id, recipient: payer.email, status: 'queued' })
    const { text, html, subject } = await mailOf(sent.id)
    expect(subject).toBe('Receipt for ₹1,250.00 from Test Stores')
    expect(text).toContain('Amount: ₹1,250.00')
    expect(text).toMatch(/Paid with: \w+ ending 1007/)
    expect(text).toMatch(/Time: \d+ Jun 2026, \d\d:\d\d IST/)
    expect(text).toContain(`Payment: ${id}`)
    expect(text).toMatch(/Auth code: \w+|Bank RRN: \w+/)
    expect(text).toContain('Refunded: ₹250.00 on its way')
    expect(text).toContain('After refunds: ₹1,000.00')
    expect(text).toContain(`/checkout/${order_id}/receipt/${id}`)
    for (const part of [text, html]) expect(part).toContain('Help: care@shop.example')
    expect(text).toContain('No real money moves')
    expect(html).toContain('background:#102030')
    const { items } = await instance.run(fetchPaymentTimeline, { id })
    expect(items[0]).toMatchObject({ what: 'receipt.queued', actor_name: 'test' })
    // No mail server is set up here.
    expect(sent.sends).toBe(false)
    await instance.run(sendMail, { id: sent.id }, undefined, instance.system)
    const first = async () => (await instance.run(fetchPaymentTimeline, { id })).items[0]
    expect(await first()).toMatchObject({ what: 'receipt.kept' })
    await instance.database.prisma.mails.updateMany({ where: { id: sent.id }, data: { status: 'sent' } })
    expect(await first()).toMatchObject({ what: 'receipt.sent' })
    await instance.database.prisma.mails.deleteMany({ where: { id: sent.id } })
    expect(await first()).toMatchObject({ what: 'send_receipt' })
  })

  it('is in the language of the payer, and so is the page that it opens', async () => {
    const { id } = await payment()
    const sent = await instance.run(sendReceipt, { id, language: 'hi', email: 'other@example.com' })
    const { text, html, subject, recipient } = await mailOf(sent.id)
    expect(recipient).toBe('other@example.com')
    expect(subject).toContain('₹1,250.00 की रसीद')
    expect(text).toContain('भुगतान का तरीका')
    expect(text).toContain('?lang=hi')
    expect(html).toContain('lang="hi"')
  })

  it('is only of a captured payment', async () => {
    const { id } = await payment({ payment_capture: false })
    expect((await outcomeOf(instance.run(sendReceipt, { id }))).reason).toBe('payment_not_captured')
  })

  it('is sent once for a key, however often the button is pressed', async () => {
    const { id } = await payment()
    const before = await count()
    const sent = await Promise.all(
      [1, 2, 3].map(() => outcomeOf(instance.run(sendReceipt, { id }, 'one-key'))),
    )
    expect(await count()).toBe(before + 1)
    expect(sent.filter(({ value }) => value !== undefined).length).toBeGreaterThanOrEqual(1)
  })
})

/** How each email that staff send to payers is sent, about a new record. A new kind needs an entry here. */
const SENT: Record<PayerMailKind, () => Promise<(email: string) => Promise<Mail>>> = {
  receipt: async () => {
    const { id } = await payment()
    return (email) => instance.run(sendReceipt, { id, email })
  },
  payment_link: async () => {
    const { id } = await order()
    return (email) => instance.run(sendPaymentLink, { id, email })
  },
  bill: async () => {
    const { id } = await instance.run(issueBill, { ...minBill, receipt_number: `MAIL-${Math.random()}` })
    return (email) => instance.run(sendBill, { id, email })
  },
}

describe.each(PAYER_KINDS)('emails of the kind %s', (kind) => {
  it('fill no mailbox: five a day about one record, ten to one address', async () => {
    const email = `${kind}@example.com`
    const send = await SENT[kind]()
    const before = await count()
    const tries = Array.from({ length: 8 }, () => outcomeOf(send(email)))
    const reasons = (await Promise.all(tries)).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'too_many_requests')).toHaveLength(3)
    expect(await count()).toBe(before + 5)
    for (let sent = 0; sent < 5; sent += 1) await (await SENT[kind]())(email.toUpperCase())
    const another = await SENT[kind]()
    expect((await outcomeOf(another(email))).reason).toBe('too_many_requests')
    expect(await another('else@example.com')).toMatchObject({ kind, status: 'queued' })
    await instance.pass(DAY + 1)
    expect(await send(email)).toMatchObject({ kind, status: 'queued' })
  })
})

describe('an email that is sent again', () => {
  const again = async (id: string) => {
    await instance.pass(1)
    return outcomeOf(instance.run(sendMailAgain, { id }, undefined, instance.system))
  }

  it.each(PAYER_KINDS)('counts as one more: %s', async (kind) => {
    const send = await SENT[kind]()
    const { id } = await send('again@example.com')
    await send('again@example.com')
    for (let sent = 2; sent < 5; sent += 1) expect((await again(id)).value).toMatchObject({ id })
    expect((await again(id)).reason).toBe('too_many_requests')
    expect((await outcomeOf(send('again@example.com'))).reason).toBe('too_many_requests')
    await instance.pass(DAY + 1)
    expect((await again(id)).value).toMatchObject({ id })
  })

  it('fills no mailbox of the staff either', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const id = newId('mail', instance.now() * 1000)
        const { account } = instance.actor
        await instance.database.prisma.mails.create({
          data: {
            account_id: account.id,
            id,
            kind: 'approval',
            object_id: null,
            recipient: 'staff@example.com',
            subject: 's',
            text: 't',
            html: 'h',
            status: 'kept',
            created_at: instance.now() - 9 * DAY,
          },
        })
        return id
      }),
    )
    const reasons: (string | undefined)[] = []
    for (const id of ids) for (let sent = 0; sent < 6; sent += 1) reasons.push((await again(id)).reason)
    const allowed = Array(5).fill(undefined)
    const refused = 'too_many_requests'
    expect(reasons).toEqual([...allowed, refused, ...allowed, ...Array(7).fill(refused)])
  })
})

describe('a payment link', () => {
  it('opens the checkout of an order, for what is due', async () => {
    const { id, receipt } = await order()
    expect((await outcomeOf(instance.run(sendPaymentLink, { id }))).reason).toBe('input_validation_failed')
    const sent = await instance.run(sendPaymentLink, { id, email: 'asha@example.com' })
    const { text, subject } = await mailOf(sent.id)
    expect(subject).toBe('Payment link for ₹1,250.00 from Test Stores')
    expect(text).toContain(`Pay ₹1,250.00:\n${instance.runtime.baseUrl}/checkout/${id}`)
    expect(text).toContain(`Receipt: ${receipt}`)
    const { items } = await instance.run(fetchOrderTimeline, { id })
    expect(items[0]).toMatchObject({ what: 'payment_link.queued' })
  })

  it('is not sent for an order that is paid or has an authorized payment', async () => {
    const email = 'asha@example.com'
    const paid = await payment()
    expect((await outcomeOf(instance.run(sendPaymentLink, { id: paid.order_id, email }))).reason).toBe(
      'order_already_paid',
    )
    const authorized = await payment({ payment_capture: false })
    expect((await outcomeOf(instance.run(sendPaymentLink, { id: authorized.order_id, email }))).reason).toBe(
      'order_has_authorized_payment',
    )
  })
})
