import { ToWords } from 'to-words/en-IN'
import { ToWords as HindiWords } from 'to-words/hi-IN'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import { decimalOf } from './money-text.ts'

const UNITS: Record<string, [one: string, many: string, small: string, smalls: string]> = {
  INR: ['Rupee', 'Rupees', 'Paisa', 'Paise'],
  MYR: ['Ringgit', 'Ringgit', 'Sen', 'Sen'],
  SGD: ['Singapore Dollar', 'Singapore Dollars', 'Cent', 'Cents'],
  USD: ['US Dollar', 'US Dollars', 'Cent', 'Cents'],
}

/**
 * An amount in words as Indian bills have it: (12345650, 'INR') is "One Lakh Twenty Three Thousand Four Hundred Fifty
 * Six Rupees And Fifty Paise Only". The library reads decimals as floats, which have every amount up to 10^15.
 */
export function amountInWords(
  amount: number,
  currency: string,
  language: Language = DEFAULT_LANGUAGE,
): string {
  if (language === 'hi' && currency === 'INR') return inHindi(amount)
  const [singular, plural, small, smalls] = UNITS[currency] ?? [currency, currency, 'Subunit', 'Subunits']
  const words = converter.convert(decimalOf(Math.abs(amount), currency), {
    currency: true,
    ignoreZeroCurrency: amount !== 0,
    currencyOptions: {
      name: singular,
      singular,
      plural,
      symbol: '',
      fractionalUnit: { name: small, singular: small, plural: smalls, symbol: '' },
    },
  })
  return amount < 0 ? `Minus ${words}` : words
}
const converter = countedInCrore(new ToWords())

/** Rupees in Hindi; other currencies have no settled names there. */
function inHindi(amount: number): string {
  const words = hindi.convert(decimalOf(Math.abs(amount), 'INR'), {
    currency: true,
    ignoreZeroCurrency: amount !== 0,
  })
  // The library leaves out the one of a round hundred: it says हज़ार सौ for 1,100, but एक सौ एक for 101.
  const whole = words.replace(/(^|(?:हज़ार|लाख|करोड़) )सौ(?= )/g, '$1एक सौ')
  return amount < 0 ? `ऋण ${whole}` : whole
}
const hindi = countedInCrore(new HindiWords())

const CRORE = 10_000_000

/** Bills count above a crore in crore ("One Lakh Crore"), without the older words for larger numbers. */
function countedInCrore(words: ToWords): ToWords {
  const Locale = words.getLocaleClass()
  return words.setLocale(
    class extends Locale {
      constructor() {
        super()
        const numberWordsMapping = this.config.numberWordsMapping.filter(({ number }) => number <= CRORE)
        this.config = { ...this.config, numberWordsMapping }
      }
    },
  )
}
