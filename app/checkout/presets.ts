import type { FieldName, Method, Preset, Scenario } from '#components/checkout/pay-state.ts'
import { TEST_CARDS, TEST_OTPS, TEST_UPI_IDS, type TestCard } from '#lib/acquirer/instruments.ts'
import { formatCardNumber } from '#lib/values/card.ts'

/** The payer of test mode, for inputs that are still empty. */
const PAYER = { email: 'asha@example.com', contact: '+91 98765 43210' }

type Settings = { payment_capture: boolean }

/** The test drawer's choices for a method: each possible outcome, and the instruments that cause it. */
export function scenariosOf(method: Method, order: Settings): Scenario[] {
  if (method === 'card') return cardScenarios(order)
  if (method === 'upi') return upiScenarios(order)
  return bankScenarios(method, order)
}

/** The inputs that `?use=` fills in on the server: what the drawer does without script. */
export function presetOf(
  method: Method,
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
    const events = eventsOf(succeeds, order)
    return {
      outcome,
      sentence,
      ...(succeeds ? { next: nextStep(TEST_OTPS.accepted) } : {}),
      events,
      presets: alike.map((card) => card.preset),
    }
  })
  const [good] = TEST_CARDS
  if (!good) return published
  const events = eventsOf(false, order)
  return [
    ...published,
    {
      outcome: 'incorrect_otp',
      sentence: 'Incorrect OTP.',
      next: nextStep(TEST_OTPS.refused),
      events,
      presets: [cardPreset('incorrect_otp', good)],
    },
    {
      outcome: 'card_expired',
      sentence: 'The card has expired.',
      events,
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
    const events = eventsOf(outcome !== 'payment_declined', order)
    return {
      outcome,
      sentence,
      events: outcome === 'late' ? ['payment.failed', ...events] : events,
      presets: [{ id: outcome, label: vpa, fields: { vpa, ...PAYER } }],
    }
  })
  const asked: Scenario = {
    outcome: 'approve or refuse',
    sentence: "Any other UPI ID: you choose the payer's response on the next page.",
    events: eventsOf(true, order),
    presets: [{ id: 'ask', label: 'asha@upi', fields: { vpa: 'asha@upi', ...PAYER } }],
  }
  const scanned: Scenario = {
    outcome: 'pay or decline',
    sentence: 'QR code or UPI app: a test app pays or declines on the next page.',
    events: eventsOf(true, order),
    presets: [],
  }
  return [...published, asked, scanned]
}

function bankScenarios(method: 'netbanking' | 'wallet', order: Settings): Scenario[] {
  const fields = method === 'netbanking' ? { bank: 'HDFC' } : { wallet: 'mobikwik' }
  const label = method === 'netbanking' ? 'HDFC Bank' : 'MobiKwik'
  const presets = (id: string) => [{ id, label, fields: { ...fields, ...PAYER } }]
  return [
    {
      outcome: 'authorized',
      sentence: 'The payment succeeds.',
      next: 'On the test bank page, press Success.',
      events: eventsOf(true, order),
      presets: presets('success'),
    },
    {
      outcome: 'payment_cancelled',
      sentence: 'The payer cancels at the bank.',
      next: 'On the test bank page, press Failure.',
      events: eventsOf(false, order),
      presets: presets('failure'),
    },
  ]
}

function eventsOf(succeeds: boolean, order: Settings): string[] {
  if (!succeeds) return ['payment.failed']
  return order.payment_capture
    ? ['payment.authorized', 'payment.captured', 'order.paid']
    : ['payment.authorized']
}
