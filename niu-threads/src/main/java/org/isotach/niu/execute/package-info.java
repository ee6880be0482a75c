/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The way in: frames execute in the order of their timestamps and senders, and what they bring is delivered to
 * the application (docs/protocol.md, sections 5 and 10). Not for users.
 */
package org.isotach.niu.execute;
