import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { GatewayCredentials } from '#lib/domain/acquirers/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Acquirer, AcquirerNotification, KnownThere } from '#lib/ports/acquirer.ts'
import {
  type AuthorizeResponse,
  type CallMoney,
  type Capabilities,
  type CaptureRequest,
  type CaptureResponse,
  DeclineReason,
  ownReference,
  PROTOCOL_VERSION,
  type RefundRequest,
  type RefundResponse,
} from '#lib/ports/acquirer-protocol.ts'
import type { PayerDetails } from '#lib/values/payer-details.ts'
import { paymentSignature } from '#lib/values/signature.ts'
import { createGatewayClient, type GatewayConnection, Rejected } from './gateway-client.ts'
import {
  asRefund,
  authorized,
  captured,
  chosenOf,
  dataOf,
  GatewayCard,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  gatewayList,
  isGatewayId,
  SettlementState,
  unexpected,
} from './gateway-entities.ts'
import { gatewayEventIn } from './gateway-event.ts'
import type { Secrets } from './signature.ts'

export type GatewayOptions = Omit<GatewayConnection, 'keyId' | 'keySecret'> & {
  /** The present ones first. Webhooks may still be signed with a secret of the previous ones. */
  credentials: readonly [GatewayCredentials, ...GatewayCredentials[]]
  /** Where the pages of gateway-pages.ts are: each reference has its own below. */
  pagesUrl: string
}

/** The most of a list at a time. */
const PAGE = 100
/** The most that a receipt has at the gateway. */
const MAX_RECEIPT = 40
/** The names of notes that this server keeps at an order of the gateway: where its payer goes back to, and how they came back. */
const RETURN_URL = 'return_url'
const RETURNED = 'returned'

/** The form with which the payer is sent to the gateway's hosted checkout. */
export type CheckoutForm = { action: string; fields: Record<string, string> }

/**
 * An account at a gateway that speaks our API, as an acquirer. The gateway knows our references as receipts: that of an
 * authorization is the receipt of an order, that of a refund the receipt of the refund. Every call looks for what is there
 * before it writes, so a repeat finds what the first one did, whatever became of its response; and where both look at the
 * same time, an order too many cannot be captured twice, since one of its payments is chosen and the gateway returns what
 * is not captured, and a second refund is rejected by its idempotency key and its receipt.
 *
 * There is no way to release an authorization: the gateway does that itself after some days, and until then a void is
 * pending. It settles to the merchant's bank account itself, and has no payouts to others' bank accounts.
 */
export function createGatewayAcquirer(options: GatewayOptions) {
  const [{ key_id: keyId, key_secret: keySecret, dialect }] = options.credentials
  const client = createGatewayClient({ ...options, keyId, keySecret })

  /** @throws acquirer_unavailable for what the gateway rejects, where nothing but a fault can be the reason */
  async function found<Response extends z.ZodType>(
    ...call: Parameters<typeof client.call<Response>>
  ): Promise<z.output<Response>> {
    const response = await client.call(...call)
    if (response instanceof Rejected) throw unexpected(`${call[0]} was rejected with ${response.reason}.`)
    return response
  }

  const ordersOf = async (reference: string, until: number): Promise<GatewayOrder[]> => {
    const { items } = await found('orders.all', gatewayList(GatewayOrder), { until }, ({ orders }) =>
      orders.all({ receipt: reference, count: PAGE }),
    )
    return items.filter(({ receipt }) => receipt === reference)
  }

  /** The attempts on an order of ours, for the amount that it was created with. */
  async function paymentsOf(order: GatewayOrder, until: number): Promise<GatewayPayment[]> {
    const { items } = await found(
      'orders.fetchPayments',
      gatewayList(GatewayPayment),
      { until },
      ({ orders }) => orders.fetchPayments(order.id),
    )
    return items.filter(({ amount, currency }) => amount === order.amount && currency === order.currency)
  }

  /** What was imported has the gateway's own ID as its reference. Null: the gateway does not have it. */
  async function direct<Entity extends z.ZodType>(
    what: string,
    schema: Entity,
    until: number,
    run: Parameters<typeof client.call>[3],
  ): Promise<z.output<Entity> | null> {
    const response = await client.call(what, schema, { until }, run)
    return response instanceof Rejected ? null : response
  }

  const importedRefund = (id: string, until: number) =>
    direct('refunds.fetch', GatewayRefund, until, ({ refunds }) => refunds.fetch(id))
  const importedPayment = (id: string, until: number) =>
    direct('payments.fetch', GatewayPayment, until, ({ payments }) => payments.fetch(id))

  async function attemptsOf(reference: string, until: number) {
    if (isGatewayId('pay', reference)) {
      const payment = await importedPayment(reference, until)
      return { orders: [], payments: payment ? [payment] : [] }
    }
    const orders = await ordersOf(reference, until)
    const payments: GatewayPayment[] = []
    for (const order of orders) payments.push(...(await paymentsOf(order, until)))
    return { orders, payments }
  }

  /** @throws acquirer_unavailable where the gateway does not know the reference: it may not show it yet */
  async function paymentOf(authorization: string, until: number): Promise<GatewayPayment | null> {
    const { orders, payments } = await attemptsOf(authorization, until)
    if (orders.length + payments.length === 0)
      throw unexpected(`The gateway has no order with the receipt ${authorization}.`)
    return chosenOf(payments)
  }

  /** @throws acquirer_unavailable for an order of other money, whose receipt another system may have given */
  async function authorizationOf(
    reference: string,
    about: CallMoney | undefined,
    until: number,
  ): Promise<AuthorizeResponse | null> {
    const { orders, payments } = await attemptsOf(reference, until)
    if (orders.length + payments.length === 0) return null
    if (
      about &&
      orders.some(({ amount, currency }) => amount !== about.amount || currency !== about.currency)
    )
      throw unexpected('The gateway has an order of other money under this receipt.')
    const paid = chosenOf(payments)
    if (paid) return authorized(paid, await paidWith(paid, until))
    if (payments.some(({ status }) => status === 'created')) return { outcome: 'pending' }
    // A payer who is still there may try again, so an attempt that failed is final only when they have come back.
    const returned = orders.map(({ notes }) => noteOf(notes, RETURNED)).find(Boolean)
    if (!returned && orders.length > 0) return { outcome: 'redirect', url: pageUrl(reference) }
    const [last] = payments.toSorted((one, other) => other.created_at - one.created_at)
    if (!last) return { outcome: 'declined', reason: 'payment_cancelled' }
    const reason = DeclineReason.safeParse(last.error_reason)
    return { outcome: 'declined', reason: reason.data ?? 'payment_declined' }
  }

  /** How the payer paid. The gateway shows a card apart from its payment. */
  async function paidWith(payment: GatewayPayment, until: number) {
    const { method, bank, wallet, vpa } = payment
    if (method === 'upi') return { method, ...(vpa ? { vpa } : {}) } as const
    if (method === 'netbanking' && bank) return { method, bank } as const
    if (method === 'wallet' && wallet) return { method, wallet } as const
    if (method !== 'card') return undefined
    const card = await client.call('payments.fetchCardDetails', GatewayCard, { until }, ({ payments }) =>
      payments.fetchCardDetails(payment.id),
    )
    if (card instanceof Rejected) return undefined
    return { method, last4: card.last4, ...(card.network ? { network: card.network } : {}) } as const
  }

  /** Notes can be changed at the gateway. */
  const isOurs = (url: string) => URL.parse(url)?.origin === new URL(options.pagesUrl).origin
  const pageUrl = (reference: string) => `${options.pagesUrl.replace(/\/$/, '')}/${reference}`

  async function refundOf(
    payment: GatewayPayment,
    reference: string,
    until: number,
  ): Promise<GatewayRefund | null> {
    for (let skip = 0; ; skip += PAGE) {
      const { items } = await found(
        'payments.fetchMultipleRefund',
        gatewayList(GatewayRefund),
        { until },
        (stock) => stock.payments.fetchMultipleRefund(payment.id, { count: PAGE, skip }),
      )
      const own = items.find(({ receipt }) => receipt === reference)
      if (own) return own
      if (items.length < PAGE) return null
    }
  }

  async function capture(request: CaptureRequest): Promise<CaptureResponse> {
    const until = client.until()
    const { authorization, amount, currency } = request
    const payment = await paymentOf(authorization, until)
    if (!payment || payment.amount !== amount || payment.currency !== currency) return LAPSED
    if (payment.captured) return captured(payment)
    if (payment.status !== 'authorized') return LAPSED
    const response = await client.call(
      'payments.capture',
      GatewayPayment,
      { writes: true, until },
      ({ payments }) => payments.capture(payment.id, amount, currency),
    )
    if (!(response instanceof Rejected)) {
      if (response.captured && response.amount === amount) return captured(response)
      throw unexpected('The gateway responded to a capture with a payment that is not captured.')
    }
    // Captured meanwhile by the same call, whose response was lost, or expired.
    const now = await found('payments.fetch', GatewayPayment, { until }, ({ payments }) =>
      payments.fetch(payment.id),
    )
    if (now.captured) return captured(now)
    if (response.isBusy) throw unexpected('Another operation on the payment is in progress at the gateway.')
    return LAPSED
  }

  async function refund(request: RefundRequest): Promise<RefundResponse> {
    const until = client.until()
    const payment = await paymentOf(request.authorization, until)
    if (!payment) throw unexpected(`The gateway has no payment of the order ${request.authorization}.`)
    return refundPayment(payment, request, until)
  }

  async function refundPayment(
    payment: GatewayPayment,
    request: RefundRequest,
    until: number,
  ): Promise<RefundResponse> {
    const { reference, amount, speed } = request
    assertReceipt(reference)
    // An imported refund is there; another one is never made in its place.
    if (isGatewayId('rfnd', reference)) {
      const imported = await importedRefund(reference, until)
      if (imported) return asRefund(imported, request)
      throw unexpected(`The gateway has no refund ${reference}.`)
    }
    const before = await refundOf(payment, reference, until)
    if (before) return asRefund(before, request)
    const headers = { ...idempotent(reference), 'x-refund-idempotency': reference }
    const response = await client.call(
      'payments.refund',
      GatewayRefund,
      { writes: true, headers, until },
      (stock) => stock.payments.refund(payment.id, { amount, speed, receipt: reference }),
    )
    if (!(response instanceof Rejected)) return asRefund(response, request)
    // An earlier request, whose response was lost, may have arrived between the look and this one.
    const own = await refundOf(payment, reference, until)
    if (own) return asRefund(own, request)
    if (response.isBusy) throw unexpected('Another operation on the payment is in progress at the gateway.')
    return { outcome: 'failed', reason: response.description.slice(0, 255) }
  }

  async function release(request: RefundRequest): Promise<RefundResponse> {
    const until = client.until()
    const payment = await paymentOf(request.authorization, until)
    if (!payment) throw unexpected(`The gateway has no payment of the order ${request.authorization}.`)
    // Captured at the gateway, by its own settings or by a person: then only a refund returns it.
    if (payment.captured || isGatewayId('rfnd', request.reference))
      return refundPayment(payment, request, until)
    if (payment.status === 'refunded') return { outcome: 'processed', speed: 'normal', data: dataOf(payment) }
    return { outcome: 'pending' }
  }

  /** Keeps with the order that its payer has come back without having paid. */
  async function noteReturn(reference: string, how: 'failed' | 'cancelled'): Promise<void> {
    const until = client.until()
    for (const { id, notes } of await ordersOf(reference, until)) {
      const url = noteOf(notes, RETURN_URL)
      const note = { ...(url ? { [RETURN_URL]: url } : {}), [RETURNED]: how }
      await found('orders.edit', GatewayOrder, { writes: true, until }, ({ orders }) =>
        orders.edit(id, { notes: note }),
      )
    }
  }

  async function receiptOf(orderId: string): Promise<string | null> {
    const order = await client.call('orders.fetch', GatewayOrder, { until: client.until() }, ({ orders }) =>
      orders.fetch(orderId),
    )
    return order instanceof Rejected ? null : (order.receipt ?? null)
  }

  const acquirer: Acquirer = {
    name: options.name,
    async authorize(request) {
      if (!('collect' in request))
        throw refused('feature_not_supported', 'The gateway collects payments on its own page.')
      const { reference, amount, currency, collect } = request
      assertReceipt(reference)
      const until = client.until()
      const before = await authorizationOf(reference, { amount, currency }, until)
      if (before) return before
      const order = await found(
        'orders.create',
        GatewayOrder,
        { writes: true, headers: idempotent(reference), until },
        ({ orders }) =>
          orders.create({
            amount,
            currency,
            receipt: reference,
            payment_capture: false,
            notes: { [RETURN_URL]: collect.return_url },
          }),
      )
      if (order.amount !== amount || order.currency !== currency)
        throw unexpected('The gateway created an order for another amount.')
      return { outcome: 'redirect', url: pageUrl(reference) }
    },
    async confirm() {
      throw refused('feature_not_supported', 'The gateway asks its payers itself.')
    },
    capture,
    void: release,
    refund,
    // Nothing is sent, so the amount is back.
    payout: async () => ({
      outcome: 'reversed',
      reason: 'The gateway has no payouts to bank accounts.',
    }),
    /** It settles to the merchant's bank account itself: what has become of a settlement of its own, by its ID. */
    async settle({ reference }) {
      const until = client.until()
      const own = await direct('settlements.fetch', SettlementState, until, ({ settlements }) =>
        settlements.fetch(reference),
      )
      if (!own) return { outcome: 'reversed', reason: 'The gateway settles to your bank account itself.' }
      if (own.status === 'failed')
        return { outcome: 'reversed', reason: 'The gateway could not pay the settlement.' }
      return own.status === 'processed' && own.utr
        ? { outcome: 'processed', utr: own.utr }
        : { outcome: 'pending' }
    },
    /** Of authorizations and imported refunds. A capture and a refund are asked about by the same call, which looks first. */
    async status(reference, about) {
      if (isGatewayId('rfnd', reference)) {
        const imported = await importedRefund(reference, client.until())
        return imported ? { outcome: 'refund', response: asRefund(imported, about) } : { outcome: 'unknown' }
      }
      const response = await authorizationOf(reference, about, client.until())
      return response ? { outcome: 'authorization', response } : { outcome: 'unknown' }
    },
  }

  return {
    ...acquirer,
    circuit: client.circuit,
    close: client.close,
    /** For the reader, which shares its limits: while the gateway asks to be left alone, it is not called. */
    client,
    /** With what a return is signed on its way from this server's page of the gateway to the checkout. */
    returnSecrets: [
      returnSecretOf(options.credentials[0]),
      ...options.credentials.slice(1).map(returnSecretOf),
    ] as const satisfies Secrets,
    /** Proves that the key is right. The API does not tell what an account may do. */
    async capabilities(): Promise<Capabilities> {
      const until = client.until()
      await found('orders.all', gatewayList(GatewayOrder), { until }, ({ orders }) =>
        orders.all({ count: 1 }),
      )
      return {
        name: options.name,
        protocol: PROTOCOL_VERSION,
        sandbox: /_test_/.test(keyId),
        methods: ['card', 'upi', 'netbanking', 'wallet'],
        currencies: ['INR'],
        collection: ['hosted'],
        upi_links: false,
        partial_capture: false,
        instant_refunds: true,
        payouts: false,
        settlement: false,
        limits: { min_amount: 100, max_amount: 50_000_000_000 },
        authorization_seconds: 259_200,
      }
    },
    /** Whether this account has one of the payments, or an order with one of the receipts. */
    async sees({ payments: ids, references }: KnownThere): Promise<boolean> {
      const until = client.until()
      for (const id of ids) {
        const response = await client.call('payments.fetch', GatewayPayment, { until }, ({ payments }) =>
          payments.fetch(id),
        )
        if (!(response instanceof Rejected)) return true
      }
      for (const reference of references) if ((await ordersOf(reference, until)).length > 0) return true
      return false
    },
    /**
     * The form for the gateway's hosted checkout, and where the payer goes back to afterwards.
     * @param details with which the gateway fills in its page
     * @returns null for a reference that the gateway does not know; no form where nothing is left to pay
     */
    async checkout(
      reference: string,
      details: PayerDetails = {},
    ): Promise<{ form: CheckoutForm | null; returnUrl: string } | null> {
      const until = client.until()
      const { orders, payments } = await attemptsOf(reference, until)
      const [order] = orders
      const returnUrl = order ? noteOf(order.notes, RETURN_URL) : undefined
      if (!order || returnUrl === undefined || !isOurs(returnUrl)) return null
      if (chosenOf(payments)) return { form: null, returnUrl }
      const back = `${pageUrl(reference)}/return`
      const fields = {
        key_id: keyId,
        order_id: order.id,
        amount: String(order.amount),
        currency: order.currency,
        callback_url: back,
        cancel_url: `${back}?cancelled=1`,
        ...prefillOf(details),
      }
      const action = new URL('v1/checkout/embedded', client.base).href
      return { form: { action, fields }, returnUrl }
    },
    /**
     * What the gateway's form or link says of a payer who has come back. Only a right signature says that they paid; that
     * they did not is noted at the order, and `status` still looks at what the gateway has.
     * @param fields of the form, or none for the cancel URL
     */
    async returned(reference: string, fields: Record<string, string>) {
      const [orderId, paymentId, signature] = ['order_id', 'payment_id', 'signature'].map(
        (name) => fields[`${dialect}_${name}`] ?? '',
      )
      if (!signature) {
        const how = Object.keys(fields).some((name) => name.startsWith('error[')) ? 'failed' : 'cancelled'
        await noteReturn(reference, how)
        return { outcome: how }
      }
      // A payer who was sent on before the key was rotated comes back with a signature of the previous one.
      const isRight = options.credentials.some(({ key_secret }) => {
        const right = paymentSignature(orderId ?? '', paymentId ?? '', key_secret)
        return (
          right.length === signature.length && timingSafeEqual(Buffer.from(right), Buffer.from(signature))
        )
      })
      if (!isRight) return { outcome: 'invalid' as const }
      const orders = await ordersOf(reference, client.until())
      return { outcome: orders.some(({ id }) => id === orderId) ? ('paid' as const) : ('invalid' as const) }
    },
    /**
     * What an event of the gateway is about, or null when the gateway did not sign it. It has events of what other systems
     * do with the account, too: they have no reference of ours.
     * @param body the bytes as they came
     * @param headers with names in lower case
     */
    async notification(
      body: string,
      headers: Record<string, string | string[] | undefined>,
    ): Promise<AcquirerNotification | null> {
      const secrets = options.credentials.map(({ webhook_secret }) => webhook_secret)
      const event = gatewayEventIn(secrets, body, headers)
      if (!event) return null
      const reference = event.reference ?? (event.orderId && (await receiptOf(event.orderId)))
      const { refund } = event
      return { message: event.id, reference: ownReference(reference), ...(refund ? { refund } : {}) }
    },
  }
}

/** Nothing that the gateway knows, so that none of its signatures is one. */
function returnSecretOf({ key_id, key_secret }: GatewayCredentials): string {
  return `whsec_${createHash('sha256').update(`return|${key_id}|${key_secret}`).digest('base64')}`
}

export type Gateway = ReturnType<typeof createGatewayAcquirer>

function prefillOf(details: PayerDetails): Record<string, string> {
  const entered = Object.entries(details).filter(([, text]) => text !== undefined)
  return Object.fromEntries(entered.map(([name, text]) => [`prefill[${name}]`, text]))
}

const LAPSED = { outcome: 'refused', reason: 'authorization_lapsed' } as const

function noteOf(notes: GatewayOrder['notes'], name: string): string | undefined {
  return Array.isArray(notes) ? undefined : notes[name]
}

function idempotent(reference: string): Record<string, string> {
  return { 'idempotency-key': reference }
}

/** A longer reference would be a fault of this server. */
function assertReceipt(reference: string): void {
  if (reference.length > MAX_RECEIPT) throw new Error(`The reference ${reference} is too long for a receipt.`)
}
