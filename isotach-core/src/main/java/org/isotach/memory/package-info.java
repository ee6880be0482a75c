/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Memory outside the Java heap, for frames, variables and everything that threads share, with the access modes of the
 * Java memory model.
 */
package org.isotach.memory;
