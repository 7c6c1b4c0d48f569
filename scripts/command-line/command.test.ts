import { expect, test } from 'vitest'
import { type Command, helpText, parseCommandLine, usage } from './command.ts'
import { COMMANDS } from './commands.ts'

const parse = (line: string) => {
  const { command, values } = parseCommandLine(line.split(' ').filter(Boolean), COMMANDS)
  return { words: command.words, values: { ...values } }
}
const sentence = (line: string) => {
  try {
    parse(line)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('This was understood.')
}

test('a command is its words, its options and its argument', () => {
  expect(parse('merchant create --name Kaveri --json')).toEqual({
    words: 'merchant create',
    values: { name: 'Kaveri', json: true },
  })
  expect(parse('keys revoke key_test_00000000000000')).toEqual({
    words: 'keys revoke',
    values: { key: 'key_test_00000000000000' },
  })
  expect(parse('keys create --mode=test --merchant=mer_1').values).toEqual({
    mode: 'test',
    merchant: 'mer_1',
  })
})

test('a failed check is printed with the passed ones', () => {
  expect(sentence('')).toBe('Name a command. Run `help` for the list of commands.')
  expect(sentence('dance')).toBe('Unknown command dance. Run `help` for the list of commands.')
  expect(sentence('keys')).toBe(
    'Unknown command keys. After keys comes one of: keys create, keys list, keys revoke.',
  )
  expect(sentence('merchant create')).toBe(`--name is missing.\nUsage: ${usageOf('merchant create')}`)
  expect(sentence('merchant create --name=')).toMatch(/^--name needs a value\.\n/)
  expect(sentence('merchant create --name')).toMatch(/^--name needs a value\.\n/)
  expect(sentence('merchant create --title x')).toMatch(/^Unknown option --title\.\n/)
  expect(sentence('doctor --json=yes')).toMatch(/^--json takes no value\.\n/)
  expect(sentence('doctor now')).toMatch(/^Unknown argument now\.\n/)
  expect(sentence('keys revoke')).toMatch(/^The key is missing\.\n/)
})

test('the usage shows what may be left out', () => {
  expect(usageOf('keys revoke')).toBe('keys revoke <key> [--json]')
  expect(usageOf('merchant create')).toBe('merchant create --name <name> [--country <code>] [--json]')
})

test('the help names every command and every option', () => {
  const help = helpText(COMMANDS)
  for (const command of COMMANDS) {
    expect(help).toContain(usage(command))
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`)
  }
})

test('no command hides another', () => {
  for (const [index, { words }] of COMMANDS.entries()) {
    expect(COMMANDS.slice(0, index).find((other) => words.startsWith(`${other.words} `))).toBeUndefined()
  }
})

function usageOf(words: string): string {
  return usage(COMMANDS.find((command) => command.words === words) as Command)
}
