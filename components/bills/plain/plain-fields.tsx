import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** What was typed, and what is wrong with it, by path. */
export type Shown = { values: Record<string, string>; problem: (path: string) => string | undefined }

type PlainProps = { shown: Shown; name: string; label: string; optional?: boolean }

export function PlainText({ shown, name, label, optional = false }: PlainProps) {
  return (
    <Field label={label} optional={optional} error={shown.problem(name)}>
      {(control) => (
        <TextInput {...control} name={name} defaultValue={shown.values[name]} autoComplete="off" />
      )}
    </Field>
  )
}

export function PlainChoice({ shown, name, label, options }: PlainProps & { options: [string, string][] }) {
  return (
    <Field label={label} error={shown.problem(name)}>
      {(control) => (
        // React forgets the choice of a select whose form was sent, unless it is drawn anew.
        <Select {...control} key={shown.values[name]} name={name} defaultValue={shown.values[name]}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
