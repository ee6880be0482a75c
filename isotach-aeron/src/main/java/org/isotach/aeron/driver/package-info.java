/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * For this module: what its media drivers have in common.
 */
package org.isotach.aeron.driver;
