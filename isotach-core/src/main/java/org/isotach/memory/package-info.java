/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Memory outside of the Java heap, for frames, variables and whatever threads share in the ways that the Java
 * memory model names.
 */
package org.isotach.memory;
