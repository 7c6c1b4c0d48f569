import { hmacHex, paymentSignature } from '#lib/values/signature.ts'
import {
  type Choice,
  choices,
  type Form,
  type Found,
  findWay,
  readSignature,
  textKey,
  wrongForHex,
} from './search.ts'
import { diagnoseSecret, type KnownSecret, tidied } from './secrets.ts'
import type { FormMistake, Mistake, Verdict } from './verdict.ts'

export type PaymentCase = {
  order_id: string
  payment_id: string
  signature: string
  secret: string
  known: KnownSecret[]
  /** The order that the payment was really made for, where we know the payment. */
  order_of_payment: string | null
  /** The signature that the merchant's code computed, if given. */
  computed: string | null
}

/** Tells whether the signature of a payment verifies, and if it does not, or the merchant's code says so, why. */
export function debugPayment(given: PaymentCase): Verdict {
  const { order_id, payment_id, signature, secret } = given
  const verdict = {
    family: 'payment',
    received: signature.trim() || null,
    expected: secret === '' ? null : paymentSignature(order_id, payment_id, secret),
    missing: missingFor(given),
    about: 'given',
    difference: null,
  } as const
  if (verdict.missing !== null) return { ...verdict, result: 'incomplete', mistakes: [] }
  const found = wayOf(signature, given)
  if (!found) return { ...verdict, ...otherOrder(given) }
  const mistakes = mistakesOf(found, given)
  if (mistakes.length > 0) return { ...verdict, result: 'mistaken', mistakes }
  const computed = given.computed?.trim()
  if (!computed || computed === verdict.expected) return { ...verdict, result: 'verified', mistakes: [] }
  const other = wayOf(computed, given)
  if (!other) return { ...verdict, result: 'unknown', about: 'computed', mistakes: [] }
  const theirs = mistakesOf(other, given)
  if (theirs.length === 0) return { ...verdict, result: 'verified', mistakes: [] }
  return { ...verdict, result: 'mistaken', about: 'computed', mistakes: theirs }
}

function missingFor({ signature, secret }: PaymentCase): Verdict['missing'] {
  if (readSignature(signature) === null) return 'signature'
  return secret === '' ? 'secret' : null
}

function wayOf(signature: string, { order_id, payment_id, secret, known }: PaymentCase) {
  return findWay(signature, {
    // The ids stand for the body: it is their order and what joins them that goes wrong.
    bodies: [{ value: '', wrong: null }],
    secrets: choices(secret, [tidied(secret), ...known.map((one) => one.secret)]),
    forms: formsOf(order_id.trim(), payment_id.trim()),
  })
}

function formsOf(order: string, payment: string): Choice<Form, FormMistake>[] {
  const form = (message: string, wrong: FormMistake | null) => ({
    value: { key: textKey, message: () => message },
    wrong,
  })
  const joints = ['', ',', ':', '.', '-', '_', '&', ' ', ' | ', '||', '\n']
  return [
    form(`${order}|${payment}`, null),
    form(`${payment}|${order}`, 'ids_in_wrong_order'),
    ...joints.map((joint) => form(`${order}${joint}${payment}`, 'ids_joined_wrongly')),
    form(`${order}|${payment}\n`, 'ids_joined_wrongly'),
    form(`order_id=${order}&payment_id=${payment}`, 'ids_joined_wrongly'),
    form(JSON.stringify({ order_id: order, payment_id: payment }), 'ids_joined_wrongly'),
    form(payment, 'one_id_only'),
    form(order, 'one_id_only'),
  ]
}

function mistakesOf({ secret, form, digest, written }: Found<FormMistake>, given: PaymentCase): Mistake[] {
  const owner = given.known.find((one) => one.secret === secret)
  const padded = secret === given.secret ? null : ({ name: 'secret_padded' } as const)
  const mistaken = owner ? diagnoseSecret(given.secret, owner, given.known, 'payment') : padded
  const spelling = wrongForHex(written)
  return [
    ...(mistaken ? [mistaken] : []),
    ...(form ? [{ name: form }] : []),
    ...(digest === 'hmac-sha256' ? [] : [{ name: 'other_digest' as const, digest }]),
    ...(spelling ? [{ name: spelling }] : []),
  ]
}

/** Nothing explains it, unless the payment was made for another order. */
function otherOrder(given: PaymentCase): Pick<Verdict, 'result' | 'mistakes'> {
  const { order_of_payment: right, order_id, payment_id, signature, secret, known } = given
  if (right === null || right === order_id) return { result: 'unknown', mistakes: [] }
  const secrets = [secret, ...known.map((one) => one.secret)]
  const genuine = secrets.some((one) => hmacHex(one, `${right}|${payment_id}`) === signature.trim())
  return genuine
    ? { result: 'mistaken', mistakes: [{ name: 'order_of_other_payment', order_id: right }] }
    : { result: 'unknown', mistakes: [] }
}
