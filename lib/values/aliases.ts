import { z } from 'zod'

/** Arguments that tools accept and do not list. */
const UNLISTED: readonly string[] = ['skip', 'ending_before', 'app_offer']

/**
 * The arguments that a tool lists, and that errors suggest: cursors do the same as `skip`, where there are any, and pages are
 * read in one direction.
 */
export function listedArguments(names: readonly string[]): string[] {
  const unlisted = names.includes('starting_after') ? UNLISTED : UNLISTED.filter((name) => name !== 'skip')
  return names.filter((name) => !unlisted.includes(name))
}

/** Another name of a property, that people and models use for it. */
export type Alias = {
  of: string
  /** Whether it has that meaning beside the others; `problem` says why not. */
  fits?: (given: Record<string, unknown>) => boolean
  problem?: string
}

const KNOWN = z.registry<{ aliases: Record<string, Alias> }>()

/** Names the properties of an object in other words, which tools read and the API does not. */
export function withAliases<T extends z.ZodType>(schema: T, aliases: Record<string, string | Alias>): T {
  const read = Object.entries(aliases).map(([name, alias]) => [
    name,
    typeof alias === 'string' ? { of: alias } : alias,
  ])
  KNOWN.add(schema, { aliases: Object.fromEntries(read) })
  return schema
}

/** What another name means in an object of the schema. */
export function aliasOf(schema: z.core.$ZodType, name: string): Alias | undefined {
  const aliases = KNOWN.get(schema as z.ZodType)?.aliases
  return aliases && Object.hasOwn(aliases, name) ? aliases[name] : undefined
}

/** An object with the names of its schema. What has two meanings, or a meaning that is given already, keeps its name. */
export function withoutAliases(
  schema: z.core.$ZodType,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (!KNOWN.has(schema as z.ZodType)) return given
  const named = new Map(Object.entries(given).filter(([name]) => !aliasOf(schema, name)))
  for (const [name, value] of Object.entries(given)) {
    const alias = aliasOf(schema, name)
    if (alias) named.set(!named.has(alias.of) && (alias.fits?.(given) ?? true) ? alias.of : name, value)
  }
  return Object.fromEntries(named)
}
