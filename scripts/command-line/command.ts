import { parseArgs } from 'node:util'
import { CannotStart } from '#lib/server/cannot-start.ts'

/** A wrong use of the command line: its sentence says what to write instead. */
export class Misuse extends CannotStart {}

type Option = {
  /** The placeholder of the value in the usage, as in `--name <name>`; an option without one is a switch. */
  value?: string
  required?: boolean
  help: string
}

export type Values = Record<string, string | boolean | undefined>

/** The output of a command: one object for scripts, and lines for people. */
export type Output = { json: Record<string, unknown>; text: string; failed?: boolean }

export type Command = {
  /** As typed: `merchant create`. */
  words: string
  summary: string
  /** Arguments without an option in front, as in `keys revoke <key>`. */
  argument?: { name: string; help: string; optional?: boolean }
  options: Record<string, Option>
  /** @returns null when the command goes on until it is stopped */
  run(values: Values): Promise<Output | null>
}

/** Every command with output can print JSON. */
export const JSON_OPTION: Record<string, Option> = { json: { help: 'Print one JSON object.' } }

/**
 * Which command is meant, and with what. The argument is among the values under its own name.
 * @throws Misuse
 */
export function parseCommandLine(
  args: readonly string[],
  commands: readonly Command[],
): { command: Command; values: Values } {
  const command = commandOf(args, commands)
  const rest = args.slice(command.words.split(' ').length)
  const { values, positionals } = parseRest(rest, command)
  const given: Values = { ...values }
  if (command.argument) given[command.argument.name] = positionals.shift()
  if (positionals[0] !== undefined) throw misuse(command, `Unknown argument ${positionals[0]}.`)
  if (command.argument && !command.argument.optional && given[command.argument.name] === undefined) {
    throw misuse(command, `The ${command.argument.name} is missing.`)
  }
  for (const [name, { required, value }] of Object.entries(command.options)) {
    if (required && given[name] === undefined) throw misuse(command, `--${name} is missing.`)
    if (value !== undefined && given[name] === '') throw misuse(command, `--${name} needs a value.`)
  }
  return { command, values: given }
}

function commandOf(args: readonly string[], commands: readonly Command[]): Command {
  const found = commands.find(({ words }) => words.split(' ').every((word, index) => args[index] === word))
  if (found) return found
  const typed = args.filter((word) => !word.startsWith('-')).slice(0, 2)
  const near = commands.filter(({ words }) => words.startsWith(`${typed[0]} `)).map(({ words }) => words)
  const what =
    near.length > 0
      ? `After ${typed[0]} comes one of: ${near.join(', ')}.`
      : 'Run `help` for the list of commands.'
  throw new Misuse(
    typed.length > 0 ? `Unknown command ${typed.join(' ')}. ${what}` : `Name a command. ${what}`,
  )
}

function parseRest(args: string[], command: Command) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw misuse(command, reasonOf(error), error)
  }
}

/** Node's own sentences, without what only programmers need. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  const [, option = 'that'] = /'(-[^' ]*)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option ${option}.`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value.`
  }
  return message
}

function misuse(command: Command, sentence: string, cause?: unknown): Misuse {
  return new Misuse(`${sentence}\nUsage: ${usage(command)}`, { cause })
}

/** One line: `keys revoke <key> [--json]`. */
export function usage(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, required }]) => {
    const text = value === undefined ? `--${name}` : `--${name} <${value}>`
    return required ? text : `[${text}]`
  })
  const { name, optional } = command.argument ?? {}
  const argument = name === undefined ? [] : [optional ? `[<${name}>]` : `<${name}>`]
  return [command.words, ...argument, ...options].join(' ')
}

/** The page of `help`. */
export function helpText(commands: readonly Command[]): string {
  const parts = commands.map((command) => `${usage(command)}\n${details(command)}`)
  return `Usage: npm run counterfoil -- <command>\n\n${parts.join('\n\n')}`
}

function details({ summary, argument, options }: Command): string {
  const entries: [string, string][] = [
    ...(argument ? [[`<${argument.name}>`, argument.help] satisfies [string, string]] : []),
    ...Object.entries(options).map(([name, { help }]): [string, string] => [`--${name}`, help]),
  ]
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return [`    ${summary}`, ...entries.map(([name, help]) => `      ${name.padEnd(width)}  ${help}`)].join(
    '\n',
  )
}
