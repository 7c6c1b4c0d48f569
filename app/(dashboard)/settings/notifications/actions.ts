'use server'
import { notificationsForm } from '#components/settings/notifications-form-state.ts'
import { updateNotifications } from '#lib/domain/notifications/choose.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const updateNotificationsAction = formAction(updateNotifications, notificationsForm, {
  to: () => '/settings/notifications?saved=1',
  message: () => 'Notifications saved',
})
