import fc from 'fast-check'
import { ToWords } from 'to-words/en-IN'
import { ToWords as HindiWords } from 'to-words/hi-IN'
import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-words.ts'

describe('an amount in words', () => {
  it.each([
    [0, 'Zero Rupees Only'],
    [1, 'One Paisa Only'],
    [99, 'Ninety Nine Paise Only'],
    [100, 'One Rupee Only'],
    [150, 'One Rupee And Fifty Paise Only'],
    [12_345_650, 'One Lakh Twenty Three Thousand Four Hundred Fifty Six Rupees And Fifty Paise Only'],
    [1_000_000_000, 'One Crore Rupees Only'],
    [50_000_000_000, 'Fifty Crore Rupees Only'],
    [100_000_000_000, 'One Hundred Crore Rupees Only'],
    [1_000_000_000_000, 'One Thousand Crore Rupees Only'],
    [
      1_234_567_890_123,
      'One Thousand Two Hundred Thirty Four Crore Fifty Six Lakh Seventy Eight Thousand Nine Hundred One Rupees And Twenty Three Paise Only',
    ],
    [100_000_000_000_000, 'One Lakh Crore Rupees Only'],
    [-250, 'Minus Two Rupees And Fifty Paise Only'],
  ])('counts %i paise in lakh and crore', (amount, words) => {
    expect(amountInWords(amount, 'INR')).toBe(words)
  })
  it('names the units of the other regions', () => {
    expect(amountInWords(12_345, 'MYR')).toBe('One Hundred Twenty Three Ringgit And Forty Five Sen Only')
    expect(amountInWords(100, 'SGD')).toBe('One Singapore Dollar Only')
  })

  it.each([
    [100_000_000_000, 'एक सौ करोड़ रुपये'],
    [110_000, 'एक हज़ार एक सौ रुपये'],
    [20_000, 'दो सौ रुपये'],
    [10_100, 'एक सौ एक रुपये'],
    [100_000_000_000_000, 'एक लाख करोड़ रुपये'],
  ])('counts %i paise in Hindi', (amount, words) => {
    expect(amountInWords(amount, 'INR', 'hi')).toBe(words)
  })

  // A bill has at most 10^12.
  const anyAmount = fc.oneof(
    fc.nat(10 ** 15),
    fc.nat(100_000),
    // Round numbers, whose words are short.
    fc.tuple(fc.nat(999), fc.nat(12)).map(([digits, zeros]) => digits * 10 ** zeros),
  )

  it.each(['en', 'hi'] as const)('says the number that it was made of, in %s', (language) => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(amountFrom(amountInWords(amount, 'INR', language), language)).toBe(BigInt(amount))
      }),
    )
  })
})

/** How words are read back: the names of the scales, and of the numbers below a hundred. */
const READ = {
  en: {
    parts: /^(?:(.+?) Rupees?)?(?: ?And )?(?:(.+?) Pais[ae])? Only$/,
    scales: { Crore: 10_000_000n, Lakh: 100_000n, Thousand: 1000n, Hundred: 100n },
    small: belowHundred(new ToWords()),
  },
  hi: {
    parts: /^(?:(.+?) रुपय[ाे])?(?: ?और )?(?:(.+?) पैस[ाे])?$/,
    scales: { करोड़: 10_000_000n, लाख: 100_000n, हज़ार: 1000n, सौ: 100n },
    small: belowHundred(new HindiWords()),
  },
}

function belowHundred(words: ToWords): Map<string, bigint> {
  return new Map(Array.from({ length: 100 }, (_, number) => [words.convert(number), BigInt(number)]))
}

function amountFrom(text: string, language: 'en' | 'hi'): bigint {
  const [, rupees, paise] = READ[language].parts.exec(text) ?? expect.fail(text)
  return numberFrom(rupees, language) * 100n + numberFrom(paise, language)
}

/** The words before a scale count it, and those after it are added. */
function numberFrom(text: string | undefined, language: 'en' | 'hi'): bigint {
  if (!text) return 0n
  const { scales, small } = READ[language]
  for (const [scale, size] of Object.entries(scales)) {
    const [count, rest] = ` ${text} `.split(` ${scale} `)
    if (rest !== undefined)
      return (count ? numberFrom(count.trim(), language) : 1n) * size + numberFrom(rest.trim(), language)
  }
  return small.get(text) ?? expect.fail(`not a number: ${text}`)
}
