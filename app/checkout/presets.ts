import type { FieldName, Method, Preset, Scenario } from '#components/checkout/pay-state.ts'
import { TEST_CARDS, TEST_OTPS, TEST_UPI_IDS, type TestCard } from '#lib/acquirer/instruments.ts'
import { formatCardNumber } from '#lib/values/card.ts'

/** The payer of test mode, for inputs that are still empty. */
const PAYER = { email: 'asha@example.com', contact: '+91 98765 43210' }

type Settings = { payment_capture: boolean }

/** What the drawer of test mode offers for a method: each thing that can happen, and the instruments that make it. */
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
  const outcomes = Map.groupBy(TEST_CARDS, (card) => card.outcome)
  const scenarios = [...outcomes].map(
    ([outcome, cards]): Scenario => ({
      outcome,
      sentence: cards[0]?.sentence ?? '',
      ...(outcome === 'authorized'
        ? { next: TEST_OTPS.accepted.sentence.replace('Any', 'As the one-time password, any') }
        : {}),
      events: eventsOf(outcome === 'authorized', order),
      presets: cards.map((card, at) => cardPreset(`${outcome}-${at + 1}`, card)),
    }),
  )
  const [good] = TEST_CARDS
  if (!good) return scenarios
  return [
    ...scenarios,
    {
      outcome: 'incorrect_otp',
      sentence: 'The one-time password is wrong.',
      next: `On the next page, enter ${TEST_OTPS.refused.otp}. ${TEST_OTPS.refused.sentence}`,
      events: eventsOf(false, order),
      presets: [cardPreset('incorrect_otp', good)],
    },
    {
      outcome: 'card_expired',
      sentence: 'The card has expired.',
      events: eventsOf(false, order),
      presets: [cardPreset('card_expired', good, '01 / 20')],
    },
  ]
}

function cardPreset(id: string, card: TestCard, expiry = '12 / 34'): Preset {
  const amex = card.network === 'American Express'
  return {
    id,
    label: `${WORDS[card.network] ?? card.network} ${formatCardNumber(card.number)}${card.international ? ', abroad' : ''}`,
    fields: {
      number: formatCardNumber(card.number),
      expiry,
      cvv: amex ? '1234' : '123',
      name: 'Asha Rao',
      ...PAYER,
    },
  }
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
    sentence: 'Any other id: the payer is asked, and you answer for them on the next page.',
    events: eventsOf(true, order),
    presets: [{ id: 'ask', label: 'asha@upi', fields: { vpa: 'asha@upi', ...PAYER } }],
  }
  return [...published, asked]
}

function bankScenarios(method: 'netbanking' | 'wallet', order: Settings): Scenario[] {
  const fields = method === 'netbanking' ? { bank: 'HDFC' } : { wallet: 'mobikwik' }
  const label = method === 'netbanking' ? 'HDFC Bank' : 'MobiKwik'
  const presets = (id: string) => [{ id, label, fields: { ...fields, ...PAYER } }]
  return [
    {
      outcome: 'authorized',
      sentence: 'The payment succeeds.',
      next: 'On the page of the test bank, press Success.',
      events: eventsOf(true, order),
      presets: presets('success'),
    },
    {
      outcome: 'payment_cancelled',
      sentence: 'The payer gives up at the bank.',
      next: 'On the page of the test bank, press Failure.',
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
