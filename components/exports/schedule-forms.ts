import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

const FIELDS = [
  'frequency',
  'weekday',
  'month_day',
  'hour',
  'format',
  'head',
  'columns',
  'recipients',
  'password',
]

const written = (form: FormReader) => ({
  frequency: form.text('frequency'),
  weekday: Number(form.text('weekday') || 1),
  month_day: Number(form.text('month_day') || 1),
  hour: Number(form.text('hour') || Number.NaN),
  format: form.text('format'),
  head: form.checked('head'),
  columns: form.all('columns'),
  recipients: form.all('recipients'),
})

/** A new scheduled export: its list and search params are those that the form was opened with. */
export const createScheduleForm = {
  fields: FIELDS,
  read: (form: FormReader) => ({ ...written(form), list: form.text('list'), query: form.text('query') }),
} satisfies FormDeclaration

export const updateScheduleForm = {
  fields: FIELDS,
  read: (form: FormReader) => ({ ...written(form), id: form.text('id') }),
} satisfies FormDeclaration
