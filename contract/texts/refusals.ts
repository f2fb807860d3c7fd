import { msg } from "#msg";

/** Refusals that people can meet on screen. A refusal that only a program can cause has no entry. */
export const REFUSALS = {
  not_allowed: msg({ message: "You don't have permission to access this." }),
  not_exported: msg({ message: "You can rate a template after downloading a document made with it." }),
  host_silent: msg({
    message:
      "The system that stores your profile, saved templates and history isn’t answering, so we couldn’t save your change. Try again in a moment.",
  }),
  host_refused: msg({
    message: "The system that stores your profile, saved templates and history refused this: {reason}",
  }),
  other_origin: msg({ message: "This request came from another website, so it wasn’t accepted." }),
  wrong_credentials: msg({ message: "Your sign-in isn’t valid. Sign in again." }),
  session_ended: msg({ message: "Your session has ended. Sign in again." }),
  too_large: msg({ message: "This is too large to send. The limit is {limit, number} bytes." }),
  too_many_values: msg({
    message:
      "This has too many values. The limit is {limit, number}, counting each text, number, list and object.",
  }),
  too_many_requests: msg({
    message:
      "{seconds, plural, one {Too many requests. Try again in # second.} other {Too many requests. Try again in # seconds.}}",
  }),

  count_documents: msg({
    message:
      "You have {used, number} documents, and the limit is {allowed, number}. Nothing was changed. Delete some documents and try again.",
  }),
  count_pictures: msg({
    message:
      "You have {used, number} pictures, and the limit is {allowed, number}. Nothing was changed. Delete some pictures and try again.",
  }),
  count_drafts: msg({
    message:
      "You have {used, number} drafts, and the limit is {allowed, number}. Nothing was changed. Delete some drafts and try again.",
  }),
  count_senders: msg({
    message:
      "You have {used, number} senders, and the limit is {allowed, number}. Nothing was changed. Delete some senders and try again.",
  }),
  bytes_documents: msg({
    message:
      "Your documents use {used, number} of {allowed, number} MB, and this change needs {needed, number} MB more. Nothing was changed. Delete some documents and try again.",
  }),
  bytes_pictures: msg({
    message:
      "Your pictures use {used, number} of {allowed, number} MB, and this upload needs {needed, number} MB more. Nothing was changed. Delete some pictures and try again.",
  }),

  required: msg({ message: "A required field is empty." }),
  too_long: msg({ message: "This text has {length, number} characters. The limit is {limit, number}." }),
  no_control_characters: msg({ message: "This text contains control characters, which aren’t allowed." }),
  one_line: msg({ message: "Use a single line of text without control characters." }),
  email_address: msg({ message: "Enter an email address such as ada@example.org." }),
  title_required: msg({ message: "Enter a title." }),
  label_length: msg({ message: "Use 1 to {most} characters for the label." }),
  label_characters: msg({ message: "A label can’t contain control characters." }),
  labels_count: msg({ message: "A document can have at most {most} labels. This one would have {count}." }),
  saved_count: msg({
    message: "You can save at most {most, number} templates. This list would have {count, number}.",
  }),
  slug: msg({ message: "Use lower-case letters, digits and single hyphens, for example “cover-letters”." }),
  page_slug: msg({
    message: "Use at most 60 lower-case letters, digits and single hyphens, for example “house-rules”.",
  }),
  template_url: msg({
    message:
      "Use /{type}/ followed by lower-case letters, digits and single hyphens, for example /{type}/blue-border.",
  }),
  no_slug_from_name: msg({ message: "Enter an address. We couldn’t create one from the name." }),
  reserved_type: msg({ message: "“{id}” is an address of the site itself. Choose a different one." }),
  reserved_page: msg({ message: "“new” is the address for creating pages. Choose a different one." }),
  fixed_page: msg({ message: "“{id}” is a built-in page, so its address can’t be changed." }),
  too_many_pages_of_site: msg({ message: "There can be at most {most} pages. Delete one first." }),
  unknown_category: msg({
    message: "There is no category “{category}” in {type}. Available categories: {known}.",
  }),
  no_categories: msg({
    message: "There is no category “{category}” in {type}, which has no categories yet.",
  }),
  comment_needs_reason: msg({ message: "Enter a reason for hiding this comment." }),
  no_comment_to_hide: msg({ message: "This rating has no comment to hide. Its stars always count." }),
  set_in_environment: msg({
    message: "{variable} is set in the server’s environment, so it can’t be changed here.",
  }),
  not_published: msg({ message: "“{template}” isn’t a published template." }),
  too_much_to_check: msg({ message: "This document is too large to check." }),

  not_unique: msg({ message: "“{value}” is already in use. Choose a different value." }),
  unknown_reference: msg({ message: "This refers to something that doesn’t exist: {value}" }),
  template_in_use: msg({ message: "{template} is in use, so it can’t be deleted. Hide it instead." }),
  templates_in_the_way: msg({
    message:
      "{count, plural, one {{labels} still contains # template. Choose where to move it. Nothing was changed.} other {{labels} still contains # templates. Choose where to move them. Nothing was changed.}}",
  }),

  document_changed: msg({
    message:
      "This document was changed in the meantime: it is at revision {rev}, and your change is based on revision {base}. Your change wasn’t saved.",
  }),
  details_changed: msg({
    message:
      "These details were changed in the meantime: they are at revision {rev}, and your change is based on revision {base}. Your change wasn’t saved.",
  }),
  draft_changed: msg({
    message:
      "This draft was changed in the meantime: it is at revision {rev}, and your change is based on revision {base}. Your change wasn’t saved.",
  }),
  page_changed: msg({
    message:
      "This page was changed in the meantime: it is at revision {rev}, and your change is based on revision {base}. Your change wasn’t saved.",
  }),
  template_changed: msg({
    message:
      "This template was changed in the meantime: it is at version {rev}, and your change is based on version {base}. Your change wasn’t saved.",
  }),
  type_changed: msg({
    message:
      "Someone else changed these fields of {type} in the meantime: {fields}. Your change wasn’t saved.",
  }),

  draft_exists: msg({ message: "This template already has a draft. Publish or delete it first." }),
  draft_gone: msg({ message: "Someone else published or deleted this draft in the meantime." }),
  translation_same: msg({ message: "This is already the current translation." }),
  translation_outdated: msg({
    message: "The English text has changed since this was suggested, so it can’t be accepted.",
  }),
  translations_waiting: msg({
    message:
      "You have {count, number} suggestions waiting for review, which is the limit. Try again when some have been reviewed.",
  }),
  translations_accepted: msg({
    message:
      "This language has {count, number} accepted translations, which is the limit. Export them, send them to the project, then withdraw some.",
  }),
  translations_none: msg({ message: "There are no accepted translations in this language." }),

  draft_not_submitted: msg({ message: "This draft hasn’t been submitted." }),
  draft_not_submitted_by_author: msg({
    message: "The author hasn’t submitted this draft, so it can’t be published.",
  }),
  too_many_comments: msg({ message: "This draft has {count} comments, which is the limit." }),
  submissions_off: msg({ message: "This library isn’t accepting templates at the moment." }),

  upload_incomplete: msg({ message: "The upload was incomplete, so nothing was saved. Try again." }),
  upload_count: msg({ message: "You can upload at most {most} files at once." }),
  upload_empty: msg({ message: "This file is empty." }),
  upload_pixels: msg({
    message: "This picture has more than {millions} million pixels. Choose a smaller one.",
  }),
  upload_memory: msg({ message: "Opening this picture takes too much memory. Choose a smaller one." }),
  upload_unreadable: msg({
    message: "We couldn’t read this file as a picture. Use JPEG, PNG, WebP, GIF, AVIF or TIFF.",
  }),
  picture_timed_out: msg({
    message:
      "Creating this picture took longer than {seconds} seconds, so it was stopped. Request a smaller one.",
  }),

  source_too_large: msg({
    message: "The template’s source has {bytes, number} bytes. The limit is {limit, number}.",
  }),
  data_too_large: msg({
    message: "The data has {bytes, number} bytes without its pictures. The limit is {limit, number}.",
  }),
  data_too_deep: msg({ message: "“{field}” is nested more than {limit} levels deep." }),
  data_too_many_values: msg({
    message: "The data has too many values. The limit is {limit, number}.",
  }),
  data_too_much_to_check: msg({ message: "There are too many long values to check. Shorten some of them." }),
  text_too_long: msg({ message: "“{field}” has {length, number} characters. The limit is {limit, number}." }),
  too_many_pictures: msg({ message: "A document can have at most {limit} pictures." }),
  picture_bytes: msg({
    message: "The picture in “{field}” has {bytes, number} bytes. The limit is {limit, number}.",
  }),
  picture_pixels: msg({
    message: "The picture in “{field}” has {pixels, number} pixels. The limit is {limit, number}.",
  }),
  picture_format: msg({
    message: "The picture in “{field}” can’t be used. Use PNG, JPEG, WebP or GIF, sent as a data URL.",
  }),
  picture_other_content: msg({
    message: "The picture in “{field}” can’t be used, because its content doesn’t match its file type.",
  }),
  picture_in_text: msg({ message: "“{field}” is a text field, so it can’t contain a picture." }),
  image_too_large: msg({
    message:
      "A picture of {width} × {height} pixels is too large. The limit is {limit, number} pixels in all. Choose a lower resolution (dpi).",
  }),
  too_many_pages: msg({ message: "The document has {pages, number} pages. The limit is {limit, number}." }),
  no_such_page: msg({
    message:
      "{pages, plural, one {Page {page} doesn’t exist. The document has # page.} other {Page {page} doesn’t exist. The document has # pages.}}",
  }),
  render_timed_out: msg({
    message: "Rendering this page took longer than {seconds} seconds, so it was stopped.",
  }),
  render_crashed: msg({ message: "This page couldn’t be rendered: {detail}" }),
  template_broken: msg({ message: "This template can’t be rendered: {place}" }),

  sign_in_first: msg({ message: "Sign in first." }),
  wrong_password: msg({ message: "The current password isn’t correct." }),
  dead_link: msg({ message: "This link has already been used, has expired or isn’t valid." }),
  too_many_jobs: msg({
    message: "{max} jobs are running, which is the limit. Wait for one to finish or cancel it.",
  }),
  job_not_done: msg({ message: "This job has no result: it is still running or was cancelled." }),
  job_made_nothing: msg({ message: "Every row of this job failed, so there is no PDF." }),
  job_row_waiting: msg({ message: "This row hasn’t been made yet. Wait until the job gets to it." }),
  job_row_made: msg({ message: "This row is already in the result of the job." }),
  too_many_keys: msg({
    message: "You have {max} API keys, which is the limit. Revoke one you no longer use first.",
  }),
  password_needed: msg({
    message:
      "Enter your password again. For this change, it must have been entered in the last {minutes} minutes. Nothing was changed.",
  }),
  passkey_refused: msg({ message: "This passkey didn’t work. Try again, or sign in with your password." }),
  too_many_passkeys: msg({
    message: "You already have {limit, number} passkeys. Remove one before you add another.",
  }),
  issuer_away: msg({ message: "{name} can’t be reached at the moment. Try again later." }),
  sign_up_with_issuer: msg({ message: "Create an account with {name} instead." }),
  only_way_in: msg({ message: "Set a password first. Otherwise you couldn’t sign in any more." }),
  address_taken: msg({ message: "There is already an account with this email address." }),
  sign_up_closed: msg({
    message: "Sign-up is closed at the moment. Ask the operator of this library for an account.",
  }),
  sign_up_closed_ask: msg({ message: "Sign-up is closed at the moment. Ask {email} for an account." }),
  last_operator: msg({ message: "This is the only operator. Make another person an operator first." }),
  no_mail: msg({
    message: "This site doesn’t send email. Ask its operator for a link to choose a new password.",
  }),
  no_mail_ask: msg({
    message: "This site doesn’t send email. Ask {email} for a link to choose a new password.",
  }),
  too_many_webhooks: msg({
    message: "You’ve reached the limit of {max} webhooks. Delete one you no longer use first.",
  }),
  webhook_not_https: msg({ message: "Enter an address that begins with https://." }),
  webhook_with_password: msg({ message: "The address must not contain a user name or password." }),
  webhook_host: msg({
    message: "Enter the name of a public server, such as hooks.example.org. IP addresses aren’t allowed.",
  }),
  webhook_port: msg({ message: "Use port 443 or a port from 1024 to 65535." }),

  // Named after the codes of the accounts library, whose own messages programs get.
  account_disabled: msg({ message: "This account has been disabled. Contact the operator of this site." }),
  account_temporarily_locked: msg({ message: "Too many wrong codes. Try again in 15 minutes." }),
  invalid_backup_code: msg({ message: "This recovery code isn’t correct or has already been used." }),
  invalid_code: msg({ message: "This code isn’t correct. Enter the one that your app shows now." }),
  invalid_two_factor_cookie: msg({ message: "You took too long to enter the code. Sign in again." }),
  too_many_attempts_request_new_code: msg({ message: "Too many wrong codes. Sign in again." }),
  email_not_verified: msg({ message: "Confirm your email address first." }),
  invalid_email: msg({ message: "Enter an email address such as ada@example.org." }),
  invalid_email_or_password: msg({ message: "The email address or password isn’t correct." }),
  invalid_password: msg({ message: "The password isn’t correct." }),
  invalid_token: msg({ message: "This link has already been used, has expired or isn’t valid." }),
  password_too_long: msg({ message: "This password is too long." }),
  password_too_short: msg({ message: "This password is too short." }),
  session_expired: msg({ message: "It’s been too long since you signed in. Sign in again to do this." }),
  user_already_exists_use_another_email: msg({
    message: "There is already an account with this email address.",
  }),
  too_many_tries_seconds: msg({
    message:
      "{seconds, plural, one {Too many attempts. Try again in # second.} other {Too many attempts. Try again in # seconds.}}",
  }),
  too_many_tries_minutes: msg({
    message:
      "{minutes, plural, one {Too many attempts. Try again in # minute.} other {Too many attempts. Try again in # minutes.}}",
  }),
} as const;
