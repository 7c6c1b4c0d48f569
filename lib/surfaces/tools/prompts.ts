import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { PROMPTS, type PromptPlace } from '#lib/surfaces/tools/prompt-texts.ts'
import { DAY } from '#lib/values/time.ts'

export function promptListings() {
  return PROMPTS.map(({ name, title, description, arguments: takes }) => ({
    name,
    title,
    description,
    arguments: takes,
  }))
}

/**
 * A prompt with its arguments filled in, as the words of the person who chose it.
 * @throws ProtocolError when there is none of that name, or an argument is missing or cannot be read
 */
export function writePrompt(
  name: string,
  given: Record<string, string> = {},
  place: PromptPlace,
): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt)
    throw invalid(`Unknown prompt ${JSON.stringify(name)}. Call prompts/list for the available prompts.`)
  const missing = prompt.arguments.find(({ name: one, required }) => required && !given[one]?.trim())
  if (missing) throw invalid(`The prompt ${name} needs ${missing.name}: ${missing.description}`)
  const known = prompt.arguments.map(({ name: one }) => [one, given[one]?.trim() || undefined] as const)
  try {
    const text = prompt.write(
      Object.fromEntries(known.filter(([, value]) => value)) as Record<string, string>,
      place,
    )
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'An argument could not be parsed.')
  }
}

/** The values of an argument of a prompt, where that is a short list. */
export function promptChoices(prompt: string, argument: string, { zone, now }: PromptPlace): string[] {
  if (argument === 'time_zone') return timeZones()
  if (prompt === 'reconcile_day' && argument === 'date') return [...DAYS, ...lastDays(zone, now, 31)]
  if (prompt === 'chase_unpaid_orders' && argument === 'days') return ['1', '3', '7', '14', '30']
  if (prompt === 'chase_unpaid_orders' && argument === 'tone') return ['plain', 'friendly', 'firm']
  return []
}

/** The one that is meant most often goes by its old name in the list of Intl. */
function timeZones(): string[] {
  return ['Asia/Kolkata', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'Asia/Calcutta')]
}

const DAYS = ['yesterday', 'today', 'last Monday', 'last 7 days', 'last month']

/** The dates of the last days in a time zone, today first. */
function lastDays(zone: string, now: number, count: number): string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return Array.from({ length: count }, (_, back) => format.format((now - back * DAY) * 1000))
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
