type CardExpiry = { month: number; year: number }

/**
 * Reads an expiry as people and browsers write it: "12/30", "12 / 30", "1230", "12/2030", "1/30".
 * @returns the month, 1 to 12, and a year of four digits, or null for anything else
 */
export function parseExpiry(text: string): CardExpiry | null {
  const match =
    /^(\d{1,2})\s*[/.\- ]\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text.trim())
  if (!match) return null
  const [month, year] = [Number(match[1]), Number(match[2])]
  if (month < 1 || month > 12) return null
  return { month, year: year < 100 ? 2000 + year : year }
}

/**
 * Formats an expiry while it is typed: adds the slash after the month, and reads 5 as May. Text that is no month is
 * left for the validation.
 */
export function formatExpiry(text: string): string {
  const [typed = '', rest] = text.split('/', 2)
  const digits = typed.replace(/\D/g, '')
  if (rest !== undefined)
    return `${digits.padStart(2, '0').slice(0, 2)} / ${rest.replace(/\D/g, '').slice(0, 4)}`
  if (/^[2-9]/.test(digits)) return formatExpiry(`0${digits}`)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2, 6)}`
}
