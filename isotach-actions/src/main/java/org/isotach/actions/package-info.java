/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Shared variables with names and types, and atomic actions on them, whose bodies run exactly once.
 * <p>
 * {@link org.isotach.actions.Isotach} makes variables, and arrays of them, and declares actions;
 * {@link org.isotach.actions.IsotachContext} has its settings. An {@link org.isotach.actions.Update} is a declared
 * action; its body works with an {@link org.isotach.actions.Action}. {@link org.isotach.actions.Change}s need no body,
 * a {@link org.isotach.actions.Snapshot} only reads, a {@link org.isotach.actions.Reservation} waits for an answer, and
 * a {@link org.isotach.actions.Pipeline} has many actions under way. A {@link org.isotach.actions.Topic} delivers
 * messages in the order of the actions.
 */
package org.isotach.actions;
