/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Carries what the members of a cluster send each other: over shared memory on one machine, over UDP between machines.
 */
package org.isotach.aeron;
