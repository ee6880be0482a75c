/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Clusters as beans, where the JDK has the module {@code java.management}. Nothing else of the library needs it.
 */
package org.isotach.niu.management;
