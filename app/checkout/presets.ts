import type { FieldName, PayMethod, Preset, Scenario } from '#components/checkout/pay-state.ts'
import { TEST_CARDS, TEST_OTPS, TEST_UPI_IDS, type TestCard } from '#lib/acquirer/instruments.ts'
import { formatCardNumber } from '#lib/values/card.ts'

/** The payer of test mode, for inputs that are still empty. */
const PAYER = { email: 'asha@example.com', contact: '+91 98765 43210' }

type Settings = { payment_capture: boolean }

/** The test drawer's choices for a method: each possible outcome, and the instruments that cause it. */
export function scenariosOf(method: PayMethod, order: Settings): Scenario[] {
  if (method === 'card') return cardScenarios(order)
  if (method === 'upi') return upiScenarios(order)
  return bankScenarios(method, order)
}

/** The inputs that `?use=` fills in on the server: what the drawer does without script. */
export function presetOf(
  method: PayMethod,
  order: Settings,
  id: string | undefined,
): Partial<Record<FieldName, string>> {
  const presets = scenariosOf(method, order).flatMap((scenario) => scenario.presets)
  return presets.find((preset) => preset.id === id)?.fields ?? {}
}

function cardScenarios(order: Settings): Scenario[] {
  const cards = TEST_CARDS.map((card, at) => ({ ...card, preset: cardPreset(`card-${at + 1}`, card) }))
  const published = [...Map.groupBy(cards, (card) => card.sentence)].map(([sentence, alike]): Scenario => {
    const outcome = alike[0]?.outcome ?? ''
    const succeeds = outcome === 'authorized'
    return {
      sentence,
      ...(succeeds ? { next: nextStep(TEST_OTPS.accepted), ...successOf(order) } : failureOf(outcome)),
      presets: alike.map((card) => card.preset),
    }
  })
  const [good] = TEST_CARDS
  if (!good) return published
  return [
    ...published,
    {
      sentence: 'Incorrect OTP.',
      next: nextStep(TEST_OTPS.refused),
      ...failureOf('incorrect_otp'),
      presets: [cardPreset('incorrect_otp', good)],
    },
    {
      sentence: 'The card has expired.',
      ...failureOf('card_expired'),
      presets: [cardPreset('card_expired', good, '01 / 20')],
    },
  ]
}

function nextStep({ otp, sentence }: { otp: string; sentence: string }): string {
  return `On the next page, enter ${otp}. ${sentence}`
}

function cardPreset(id: string, card: TestCard, expiry = someExpiry()): Preset {
  const number = formatCardNumber(card.number)
  const cvv = card.network === 'American Express' ? '1234' : '123'
  return {
    id,
    label: `${WORDS[card.network] ?? card.network} ${number}`,
    fields: { number, expiry, cvv, name: 'Asha Rao', ...PAYER },
  }
}

/** The end of a year that is far enough away. */
function someExpiry(): string {
  return `12 / ${String(new Date().getFullYear() + 5).slice(-2)}`
}

const WORDS: Record<string, string> = {
  MasterCard: 'Mastercard',
  'American Express': 'Amex',
  'Diners Club': 'Diners',
}

function upiScenarios(order: Settings): Scenario[] {
  const published = TEST_UPI_IDS.map(({ vpa, outcome, sentence }): Scenario => {
    const presets = [{ id: outcome, label: vpa, fields: { vpa, ...PAYER } }]
    if (outcome === 'payment_declined') return { sentence, ...failureOf(outcome), presets }
    const { statuses, events } = successOf(order)
    if (outcome === 'authorized') return { sentence, statuses, events, presets }
    const late = outcome === 'late'
    return {
      sentence,
      statuses: [late ? 'failed' : 'created', ...statuses],
      events: late ? ['payment.failed', ...events] : events,
      presets,
    }
  })
  const chosen = { statuses: [], events: [...successOf(order).events, 'or payment.failed'] }
  const requested: Scenario = {
    sentence: 'With any other UPI ID, you approve or decline the payment on the next page.',
    ...chosen,
    presets: [{ id: 'ask', label: 'asha@upi', fields: { vpa: 'asha@upi', ...PAYER } }],
  }
  const scanned: Scenario = {
    sentence: 'With a QR code or a UPI app, you pay or decline in a test app on the next page.',
    ...chosen,
    presets: [],
  }
  return [...published, requested, scanned]
}

function bankScenarios(method: 'netbanking' | 'wallet', order: Settings): Scenario[] {
  const fields = method === 'netbanking' ? { bank: 'HDFC' } : { wallet: 'mobikwik' }
  const label = method === 'netbanking' ? 'HDFC Bank' : 'MobiKwik'
  const presets = (id: string) => [{ id, label, fields: { ...fields, ...PAYER } }]
  return [
    {
      sentence: 'The payment succeeds.',
      next: 'On the test bank page, press Success.',
      ...successOf(order),
      presets: presets('success'),
    },
    {
      sentence: 'The payer cancels at the bank.',
      next: 'On the test bank page, press Failure.',
      ...failureOf('payment_cancelled'),
      presets: presets('failure'),
    },
  ]
}

function successOf(order: Settings): Pick<Scenario, 'statuses' | 'events'> {
  return order.payment_capture
    ? { statuses: ['captured'], events: ['payment.authorized', 'payment.captured', 'order.paid'] }
    : { statuses: ['authorized'], events: ['payment.authorized'] }
}

function failureOf(reason: string): Pick<Scenario, 'statuses' | 'reason' | 'events'> {
  return { statuses: ['failed'], reason, events: ['payment.failed'] }
}
