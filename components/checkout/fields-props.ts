import type { Language } from '#lib/values/language.ts'
import type { FieldName, PayState } from './pay-state.ts'

/** The props of a group of inputs. */
export type FieldsProps = {
  language: Language
  errors: PayState['errors']
  /** The initial values of the inputs; number and CVV only of a published test card. */
  values: Partial<Record<FieldName, string>>
  /** The input that the page opens on. */
  focused: FieldName | null
}
