'use server'
import { viewHref } from '#components/shared/list/view-tabs.tsx'
import { saveViewForm, updateViewForm } from '#components/views/view-forms.ts'
import { deleteListView, saveListView, updateListView } from '#lib/domain/views/save.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

export const saveViewAction = formAction(saveListView, saveViewForm, {
  to: viewHref,
  message: () => 'View saved',
})

export const updateViewAction = formAction(updateListView, updateViewForm, {
  to: viewHref,
  message: () => 'View saved',
})

export const deleteViewAction = formAction(deleteListView, recordForm, {
  to: ({ list }) => `${list}?view=all`,
  message: () => 'View deleted',
})
