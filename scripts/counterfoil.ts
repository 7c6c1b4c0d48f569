/** `npm run counterfoil -- <command>`: merchants, people, keys and repairs from a shell. `help` lists the commands. */
import { isAppError } from '#lib/pipeline/errors.ts'
import { parseCommandLine } from '#scripts/command-line/command.ts'
import { COMMANDS } from '#scripts/command-line/commands.ts'
import { complain } from '#scripts/complain.ts'

try {
  const args = process.argv.slice(2)
  const requested = args.some((word) => word === '--help' || word === '-h') ? ['help'] : args
  const { command, values } = parseCommandLine(requested, COMMANDS)
  const output = await command.run(values)
  if (output !== null) {
    const text = values.json === true ? JSON.stringify(output.json) : output.text
    await new Promise((resolve) => process.stdout.write(`${text}\n`, resolve))
    // Loaded modules may have left timers behind; everything is written and closed.
    process.exit(output.failed ? 1 : 0)
  }
} catch (error) {
  if (isAppError(error) && error.status < 500) console.error(error.message)
  else complain(error)
  process.exit(1)
}
